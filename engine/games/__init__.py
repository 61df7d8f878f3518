"""The game families, a folder each, what they are made of (`base`, `options`, `shared`), and the `registry` of all."""

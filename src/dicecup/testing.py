"""The conformance kit, where whoever adds a family looks for it; see `dicecup.engine.testing`."""

from dicecup.engine.testing import check_game as check_game

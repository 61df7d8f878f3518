"""The conformance kit, where whoever adds a family looks for it; see `dicecup.engine.testing.kit`."""

from dicecup.engine.testing.kit import check_game, check_modes, compiled_player

__all__ = ["check_game", "check_modes", "compiled_player"]

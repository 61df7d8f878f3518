"""The conformance kit, where whoever adds a family looks for it; see `dicecup.engine.testing`."""

from dicecup.engine.testing import check_game, check_modes, compiled_player

__all__ = ["check_game", "check_modes", "compiled_player"]

"""What the whole suite shares: how long, and how repeatably, Hypothesis looks for counter-examples."""

import os

from hypothesis import HealthCheck, settings

# The suite must give the same answer twice, so it draws the same few examples each time; `make fuzz` looks for new ones.
# No deadline: a first call may compile kernels, and two busy cores are no failure.
_SLOW = [HealthCheck.too_slow]
settings.register_profile("suite", derandomize=True, max_examples=30, deadline=None, suppress_health_check=_SLOW)
settings.register_profile("fuzz", max_examples=5_000, deadline=None, print_blob=True, suppress_health_check=_SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))

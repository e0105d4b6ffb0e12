"""What all tests share."""

from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import settings

sys.path[:0] = [str(Path(__file__).parent / game) for game in ("coalitions", "alliance")]

# Timing is no property of the rules, and machines are noisy.
settings.register_profile("grognard", deadline=None, derandomize=True)
settings.load_profile("grognard")

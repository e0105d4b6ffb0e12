"""How sure we are: 95% confidence intervals of shares and means."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from statistics import NormalDist

import msgspec

LEVEL = 0.95
_MANY = 1_000
"""Beyond so many degrees of freedom Student's distribution is the normal one to four digits."""


class Share(msgspec.Struct, frozen=True):
    """How often something happened, and between which shares it lies."""

    count: float
    """Whole, but for shared wins."""
    of: int
    share: float
    low: float
    high: float


class Spread(msgspec.Struct, frozen=True):
    """A number measured many times; low and high are of its mean."""

    mean: float
    low: float
    high: float
    median: float
    min: float
    max: float


def share(count: float, of: int) -> Share:
    """Wilson's interval: right for rare things and for few trials too."""
    if of == 0:
        return Share(0, 0, 0.0, 0.0, 1.0)
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    p = count / of
    middle = p + z * z / (2 * of)
    reach = z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    scale = 1 + z * z / of
    return Share(count, of, p, max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale))


def spread(numbers: Sequence[float]) -> Spread:
    """Mean with Student's interval, median and extremes."""
    mean = statistics.fmean(numbers)
    reach = 0.0
    if len(numbers) > 1:
        reach = student((1 + LEVEL) / 2, len(numbers) - 1) * statistics.stdev(numbers) / math.sqrt(len(numbers))
    return Spread(mean, mean - reach, mean + reach, statistics.median(numbers), min(numbers), max(numbers))


def student(p: float, freedom: int) -> float:
    """The quantile of Student's distribution, for p above one half."""
    if freedom > _MANY:
        return NormalDist().inv_cdf(p)
    low, high = 0.0, 1e6
    for _ in range(100):
        middle = (low + high) / 2
        if 0.5 + _within(middle, freedom) / 2 < p:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _within(t: float, freedom: int) -> float:
    """The probability of a value between -t and t: finite sums, as the degrees of freedom are whole."""
    angle = math.atan(t / math.sqrt(freedom))
    cosine = math.cos(angle)
    odd = freedom % 2
    term, total = (cosine if odd else 1.0), 0.0
    for k in range(1 + odd, freedom, 2):
        total += term
        term *= cosine * cosine * k / (k + 1)
    total *= math.sin(angle)
    return 2 / math.pi * (angle + total) if odd else total

"""How sure we are: 95% confidence intervals of shares and means."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

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


class Shift(NamedTuple):
    """A difference of two numbers, and between which values it lies."""

    by: float
    low: float
    high: float

    @property
    def certain(self) -> bool:
        """Nought is not among what it may be."""
        return self.low > 0 or self.high < 0


def shift(strata: Sequence[tuple[tuple[float, int], tuple[float, int]]]) -> Shift:
    """How much more often something happens the second way than the first: (count, of) each, in comparable strata.

    The mean over the strata; the interval is that of Agresti and Caffo, which is right for rare things too.
    """
    by = variance = 0.0
    middle = 0.0
    for (one, of_one), (other, of_other) in strata:
        by += other / of_other - one / of_one
        p, q = (one + 1) / (of_one + 2), (other + 1) / (of_other + 2)
        middle += q - p
        variance += p * (1 - p) / (of_one + 2) + q * (1 - q) / (of_other + 2)
    reach = NormalDist().inv_cdf((1 + LEVEL) / 2) * math.sqrt(variance)
    count = len(strata)
    return Shift(by / count, (middle - reach) / count, (middle + reach) / count)


def shift_of_means(strata: Sequence[tuple[Sequence[float], Sequence[float]]]) -> Shift:
    """How much larger a number is the second way than the first, in comparable strata of at least two of each."""
    by = variance = 0.0
    for one, other in strata:
        by += statistics.fmean(other) - statistics.fmean(one)
        variance += statistics.variance(one) / len(one) + statistics.variance(other) / len(other)
    reach = NormalDist().inv_cdf((1 + LEVEL) / 2) * math.sqrt(variance)
    return Shift(by / len(strata), (by - reach) / len(strata), (by + reach) / len(strata))


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

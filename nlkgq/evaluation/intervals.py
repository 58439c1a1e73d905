"""How sure a mean is, and whether two systems differ: bootstrap, McNemar, permutation; seeded, without libraries."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_SEED: Final = 20_250_101
_DRAWS: Final = 4_000_000
"""Values drawn for one interval at most: 400 resamples of 10,000 questions, 2,000 of up to 2,000."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A mean with its 95 % interval, and the number of values it rests on; nan without values."""

    mean: float
    low: float
    high: float
    n: int


def bootstrap(values: Sequence[float], *, level: float = 0.95, signed: bool = False) -> Estimate:
    """The mean with its percentile bootstrap interval (Efron 1979); the order of the values does not matter.

    Where all values are 0 or all are 1, resampling shows no spread: the interval is then Wilson's (1927), for
    differences (``signed``), which may be below 0, on both sides.

    >>> e = bootstrap([1.0] * 60 + [0.0] * 40)
    >>> e.mean, 0.48 < e.low < 0.54, 0.66 < e.high < 0.72
    (0.6, True, True)
    >>> e = bootstrap([0.0] * 40, signed=True)
    >>> round(e.low, 3), round(e.high, 3)
    (-0.088, 0.088)
    """
    n = len(values)
    if n == 0:
        return Estimate(mean=math.nan, low=math.nan, high=math.nan, n=0)
    mean = math.fsum(values) / n
    if len(set(values)) == 1 and signed:
        spread = wilson(0, n)[1]
        return Estimate(mean=mean, low=max(-1.0, mean - spread), high=min(1.0, mean + spread), n=n)
    if len(set(values)) == 1:
        low, high = wilson(round(mean * n), n) if mean in (0.0, 1.0) else (mean, mean)
        return Estimate(mean=mean, low=low, high=high, n=n)
    values = sorted(values)
    rng = random.Random(_SEED)  # noqa: S311 - statistics, not secrets
    resamples = max(400, min(2_000, _DRAWS // n))
    means = sorted(sum(rng.choices(values, k=n)) / n for _ in range(resamples))
    tail = (1 - level) / 2
    return Estimate(
        mean=mean, low=means[int(tail * resamples)], high=means[min(resamples - 1, int((1 - tail) * resamples))], n=n
    )


def wilson(successes: int, trials: int, z: float = 1.959964) -> tuple[float, float]:
    """The Wilson 95 % interval of a share (Wilson 1927); (0, 1) without trials."""
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    centre = share + z * z / (2 * trials)
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return max(0.0, (centre - spread) / (1 + z * z / trials)), min(1.0, (centre + spread) / (1 + z * z / trials))


def mcnemar(first: Sequence[bool], second: Sequence[bool]) -> float:
    """The exact two-sided p value that two systems are right equally often on the same questions (McNemar 1947).

    >>> mcnemar([True] * 10, [False] * 10) < 0.01, mcnemar([True, False], [False, True])
    (True, 1.0)
    """
    b = sum(x and not y for x, y in zip(first, second, strict=True))
    c = sum(y and not x for x, y in zip(first, second, strict=True))
    if b + c == 0:
        return 1.0
    least, n = min(b, c), b + c
    log_half = n * math.log(2)
    tail = sum(
        math.exp(math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) - log_half) for k in range(least + 1)
    )
    return min(1.0, 2 * tail)


def permutation(first: Sequence[float], second: Sequence[float]) -> float:
    """The two-sided p value that two systems score equally on the same questions, by changing signs of differences.

    All signs are tried for up to 14 questions that differ; beyond, as many at random as make 2,000,000 additions.

    >>> permutation([1.0, 1.0, 1.0], [1.0, 1.0, 1.0])
    1.0
    """
    differences = [x - y for x, y in zip(first, second, strict=True) if x != y]
    n = len(differences)
    if n == 0:
        return 1.0
    seen = abs(math.fsum(differences)) - 1e-12
    if n <= 14:
        sums = (sum(d if bits >> i & 1 else -d for i, d in enumerate(differences)) for bits in range(2**n))
        return sum(abs(s) >= seen for s in sums) / float(2**n)
    rng = random.Random(_SEED)  # noqa: S311 - statistics, not secrets
    trials = max(500, min(20_000, 2_000_000 // n))
    total = math.fsum(differences)
    hits = 0
    for _ in range(trials):
        bits = rng.getrandbits(n)
        turned = sum(d for i, d in enumerate(differences) if bits >> i & 1)
        hits += abs(total - 2 * turned) >= seen
    return (hits + 1) / (trials + 1)


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which a share of the values lies (nearest rank); nan without values.

    >>> percentile([1, 2, 3, 4], 0.5)
    2
    """
    if not values:
        return math.nan
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]

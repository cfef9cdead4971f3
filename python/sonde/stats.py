"""The functions of statistics that sonde's probes use, on arrays.

Undefined is NaN, never 0: a zero vector, constant ranks, too few items. docs/explanation/statistics.md explains
the claims of intervals and p-values. Errors: sonde.Error, "usage", for arrays of the wrong shape or type."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from sonde._error import usage_error
from sonde._load import core

__all__ = ["Difference", "Estimate", "Separation", "correlation", "cosine", "density", "difference_of_correlations",
           "difference_of_means", "dot", "holm", "kendall", "mean", "negative_l1", "negative_l2", "negative_ned",
           "overlap", "pearson", "quantile", "separation", "share", "spearman"]

Kind = Literal["pearson", "spearman", "kendall"]


@dataclass(frozen=True)
class Estimate:
    """A value with its 95% interval. NaN: undefined, or no interval because there are fewer than 10 items."""

    value: float
    low: float
    high: float
    n: int


@dataclass(frozen=True)
class Difference:
    """The second less the first, on the same items.

    error: the standard error. effect: in standard deviations of an item. p: two-sided, that it is 0.
    """

    difference: float
    low: float
    high: float
    error: float
    effect: float
    p: float
    n: int


@dataclass(frozen=True)
class Separation:
    """How well two kinds of cosines are separated.

    overlap: of their densities, 0 (apart) to 1 (the same). auc: the probability that a kept one exceeds
    a changed one. threshold: that separates best, with the share of kept ones below it, of changed ones
    not below, and the mean of both.
    """

    overlap: float
    auc: float
    threshold: float
    false_negative_rate: float
    false_positive_rate: float
    balanced_error: float


def cosine(a: ArrayLike, b: ArrayLike) -> float | np.ndarray:
    """The cosine of two vectors, or of each pair of rows: -1 to 1, accumulated in double.

    >>> cosine([3, 4], [4, 3])
    0.96
    >>> cosine([[1, 0], [0, 0]], [[1, 0], [1, 1]])
    array([ 1., nan])
    """
    return _of_rows("cosine", a, b)


def dot(a: ArrayLike, b: ArrayLike) -> float | np.ndarray:
    """The product of two vectors, or of each pair of rows.

    >>> dot([1, 2], [3, 4])
    11.0
    """
    return _of_rows("dot", a, b)


def negative_l1(a: ArrayLike, b: ArrayLike) -> float | np.ndarray:
    """The sum of absolute differences, negated: 0 at most.

    >>> negative_l1([1, 2], [3, 5])
    -5.0
    """
    return _of_rows("negative_l1", a, b)


def negative_l2(a: ArrayLike, b: ArrayLike) -> float | np.ndarray:
    """The Euclidean distance, negated: 0 at most.

    >>> negative_l2([0, 0], [3, 4])
    -5.0
    """
    return _of_rows("negative_l2", a, b)


def negative_ned(a: ArrayLike, b: ArrayLike) -> float | np.ndarray:
    """The normalised squared Euclidean distance 0.5 Var(a - b) / (Var(a) + Var(b)), negated: -1 to 0.

    >>> negative_ned([1, 2, 3], [3, 2, 1])
    -1.0
    """
    return _of_rows("negative_ned", a, b)


def pearson(x: ArrayLike, y: ArrayLike) -> float:
    """Pearson's correlation, -1 to 1. NaN if a side is constant, has a NaN, or n < 2.

    >>> pearson([1, 2, 3], [2, 4, 6])
    1.0
    """
    return _correlation("pearson", x, y)


def spearman(x: ArrayLike, y: ArrayLike) -> float:
    """Spearman's correlation with mid-ranks, -1 to 1. NaN as for pearson().

    >>> spearman([1, 2, 3, 4], [1, 3, 2, 4])
    0.8
    """
    return _correlation("spearman", x, y)


def kendall(x: ArrayLike, y: ArrayLike) -> float:
    """Kendall's tau-b, -1 to 1. NaN as for pearson().

    >>> round(kendall([1, 2, 3, 4], [1, 3, 2, 4]), 4)
    0.6667
    """
    return _correlation("kendall", x, y)


def quantile(values: ArrayLike, share: float) -> float:
    """The quantile with linear interpolation, as NumPy's default. NaN if `values` is empty or has a NaN.

    >>> quantile([1, 2, 3, 4], 0.5)
    2.5
    """
    if not 0 <= share <= 1:
        raise usage_error(f"a share of {share!r}", "give from 0 to 1")
    return float(core().quantile(_numbers(values, "values"), share))


def correlation(x: ArrayLike, y: ArrayLike, kind: Kind = "spearman", *, replicates: int = 2000, seed: int = 1) -> Estimate:
    """A correlation with its 95% interval, by bootstrap over the pairs.

    >>> one = correlation(range(50), [i + 20 * (i % 3) for i in range(50)], replicates=200)
    >>> one.low < one.value < one.high
    True
    """
    a, b = _pair(x, y)
    value, low, high = core().correlation_interval(_kind(kind), a, b, _replicates(replicates), seed)
    return Estimate(value, low, high, len(a))


def mean(values: ArrayLike, *, replicates: int = 2000, seed: int = 1) -> Estimate:
    """A mean with its 95% interval, by bootstrap. NaN if a value is NaN: leave those out.

    >>> one = mean([0, 1] * 20, replicates=200)
    >>> one.value, one.low < 0.5 < one.high
    (0.5, True)
    """
    numbers = _numbers(values, "values")
    low, high = core().mean_interval(numbers, _replicates(replicates), seed) if len(numbers) else (np.nan, np.nan)
    return Estimate(float(numbers.mean()) if len(numbers) else float("nan"), low, high, len(numbers))


def share(successes: int, n: int) -> Estimate:
    """A share with its 95% score interval (Wilson, 1927), which is right at 0 and n too.

    >>> one = share(0, 20)
    >>> one.value, one.low, round(one.high, 3)
    (0.0, 0.0, 0.161)
    """
    if not 0 <= successes <= n:
        raise usage_error(f"{successes} successes of {n}")
    low, high = core().share_interval(successes, n)
    return Estimate(successes / n if n else float("nan"), low, high, n)


def difference_of_means(first: ArrayLike, second: ArrayLike, *, replicates: int = 10000, seed: int = 1) -> Difference:
    """A paired test of two means: first[i] and second[i] are of one item. If all are 0 or 1 it tests
    two shares, as McNemar's.

    >>> one = difference_of_means([0, 0, 1, 0] * 10, [0, 1, 1, 1] * 10, replicates=1000)
    >>> one.difference, one.p < 0.001, one.low > 0
    (0.5, True, True)
    """
    a, b = _pair(first, second)
    shares = bool(np.isin(a, (0, 1)).all() and np.isin(b, (0, 1)).all())
    return Difference(**core().paired_means(a, b, shares, _replicates(replicates), seed))


def difference_of_correlations(first: ArrayLike, second: ArrayLike, gold: ArrayLike, kind: Kind = "spearman", *,
                               replicates: int = 10000, seed: int = 1) -> Difference:
    """A paired test of two correlations with the same gold values, on the scale of Fisher's z.

    >>> gold = list(range(40))
    >>> one = difference_of_correlations([i % 7 for i in gold], [i + i % 7 for i in gold], gold, replicates=500)
    >>> one.difference > 0.5, one.p < 0.01
    (True, True)
    """
    a, g = _pair(first, gold)
    b, _ = _pair(second, gold)
    return Difference(**core().paired_correlations(_kind(kind), a, b, g, _replicates(replicates), seed))


def holm(p: ArrayLike) -> np.ndarray:
    """p-values corrected for their number (Holm, 1979). NaN stays NaN and isn't counted.

    >>> holm([0.01, 0.04, float("nan")])
    array([0.02, 0.04,  nan])
    """
    return core().holm(_numbers(p, "p"))


def density(values: ArrayLike, bandwidth: float = 0.2) -> tuple[np.ndarray, np.ndarray]:
    """The density of cosines at 2,001 points from -1 to 1: the points, and shares whose sum is 1. The
    kernel is Gaussian, `bandwidth` times the standard deviation wide (concept separation curves, section 3).

    >>> points, shares = density([0.1, 0.2, 0.4])
    >>> len(points), round(float(shares.sum()), 6)
    (2001, 1.0)
    """
    shares = core().density(_numbers(values, "values"), _bandwidth(bandwidth))
    return np.linspace(-1, 1, len(shares)), shares


def overlap(a: ArrayLike, b: ArrayLike, bandwidth: float = 0.2) -> float:
    """The overlap of the densities of two sets of cosines: 0 (apart) to 1 (the same).

    >>> overlap([0.1, 0.2, 0.3], [0.1, 0.2, 0.3])
    1.0
    """
    return float(core().overlap(_numbers(a, "a"), _numbers(b, "b"), _bandwidth(bandwidth)))


def separation(kept: ArrayLike, changed: ArrayLike) -> Separation:
    """How well the cosines of variants that preserve the meaning are separated from those of variants that change it.

    >>> separation([0.8, 0.9, 0.95], [0.1, 0.2, 0.3]).auc
    1.0
    """
    a, b = _numbers(kept, "kept"), _numbers(changed, "changed")
    if np.isnan(a).any() or np.isnan(b).any():
        raise usage_error("a cosine is NaN", "leave undefined ones out")
    return Separation(**core().separation(a, b))


def _numbers(values: ArrayLike, name: str) -> np.ndarray:
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise usage_error(f"{name} is not an array: {error}") from error
    if array.size == 0:
        array = array.astype(np.float64)
    if array.dtype.kind not in "fiub":
        raise usage_error(f"{name} is an array of {array.dtype}", "give numbers")
    if array.ndim != 1:
        raise usage_error(f"{name} has the shape {array.shape}", "give a list of numbers")
    return np.ascontiguousarray(array, dtype=np.float64)


def _pair(x: ArrayLike, y: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    a, b = _numbers(x, "the first"), _numbers(y, "the second")
    if len(a) != len(b):
        raise usage_error(f"{len(a)} numbers and {len(b)}", "give as many of both")
    return a, b


def _of_rows(name: str, a: ArrayLike, b: ArrayLike) -> float | np.ndarray:
    first, second = np.asarray(a), np.asarray(b)
    if first.shape != second.shape or first.ndim not in (1, 2):
        raise usage_error(f"arrays of the shapes {first.shape} and {second.shape}",
                          "give two vectors, or two arrays (n, dimension)")
    if first.dtype.kind not in "fiub" or second.dtype.kind not in "fiub":
        raise usage_error(f"arrays of {first.dtype} and {second.dtype}", "give numbers")
    values = getattr(core(), name)(np.ascontiguousarray(np.atleast_2d(first), dtype=np.float32),
                                   np.ascontiguousarray(np.atleast_2d(second), dtype=np.float32))
    return float(values[0]) if first.ndim == 1 else values


def _correlation(kind: str, x: ArrayLike, y: ArrayLike) -> float:
    return float(core().correlation(kind, *_pair(x, y)))


def _kind(kind: str) -> str:
    if kind not in ("pearson", "spearman", "kendall"):
        raise usage_error(f"unknown correlation {kind!r}", "use pearson, spearman or kendall")
    return kind


def _replicates(replicates: int) -> int:
    if not isinstance(replicates, int) or not 10 <= replicates <= 1_000_000:
        raise usage_error(f"{replicates!r} replicates", "give from 10 to 1000000")
    return replicates


def _bandwidth(bandwidth: float) -> float:
    if not 0 < bandwidth < float("inf"):
        raise usage_error(f"a bandwidth of {bandwidth!r}", "give more than 0")
    return float(bandwidth)

"""A paper's claims, the scope of each, and the rule by which evidence within that scope decides."""
import math
from dataclasses import dataclass
from enum import Enum

from scipy.stats import norm

from .evidence import error
from .paper import shown, text_table
from .work import Counted

HELD, NOT, UNTOLD, OUTSIDE, UNTESTED = "held up", "not held up", "can't tell", "outside its scope", "not tested"
LEVEL = 0.05
CLEAR = norm.ppf(1 - LEVEL / 2)
STEADY = 1.05  # intervals by 2,000 replicates differ in width by 2 to 3% from draw to draw, and no verdict may depend on the draw
POWER = CLEAR + norm.ppf(0.8)  # two-sided at 5%, found in 80 of 100 samples
FEWEST = 5  # encoders of a list needed for a claim about most: three or four agree by chance in more than one of 20 lists


@dataclass(frozen=True)
class Scope:
    """The encoders, data and languages of the paper's sentence. `at_hand` and `corpora`: those subjects and data sets that are here."""
    whom: str
    data: str
    of: int = 1                # number of encoders (or comparisons) in the paper's sentence, 0 for any
    at_hand: tuple = ()
    corpora: tuple = ()
    language: str = "English"

    def has(self, one):
        return one.subject in self.at_hand and one.data in self.corpora


@dataclass(frozen=True)
class Evidence:
    """A result for one encoder, or one difference, on one data set."""
    subject: str
    data: str
    result: Counted


def evidence(data, results):
    """results: subject -> result or None."""
    return [Evidence(subject, data, one) for subject, one in results.items() if one and one.low is not None]


def distance(one, limit, side):
    """How far a result is on the claim's side of the limit, in standard errors (a little wide), or negative on the other side."""
    away = one.value - limit
    half = STEADY * (one.value - one.low if away > 0 else one.high - one.value)
    z = math.copysign(math.inf, away) if half == 0 and away else CLEAR * away / half if half else 0.0
    return z if side == "above" else -z


def surely(distances):
    """Which distances differ from 0 after Holm's correction for their number."""
    order = sorted(range(len(distances)), key=lambda at: -abs(distances[at]))
    found = [False] * len(distances)
    for rank, at in enumerate(order):
        if 2 * norm.sf(abs(distances[at])) >= LEVEL / (len(order) - rank):
            break
        found[at] = True
    return found


def count_sure(distances, sign):
    return sum(sure and one * sign > 0 for one, sure in zip(distances, surely(distances)))


def every(distances):
    return NOT if count_sure(distances, -1) else HELD if min(distances) > CLEAR else UNTOLD


def some(distances):
    return HELD if count_sure(distances, 1) else NOT if max(distances) < -CLEAR else UNTOLD


def most(distances):
    half = len(distances) / 2
    if len(distances) < FEWEST:
        return UNTOLD
    return HELD if count_sure(distances, 1) > half else NOT if count_sure(distances, -1) > half else UNTOLD


def named(distances):
    distance_of_it, = distances
    return every([distance_of_it])


class Kind(Enum):
    """The form of a claim about the encoders in its scope, and the rule by which they decide it."""
    EVERY = ("every encoder", every)
    MOST = ("most encoders", most)
    SOME = ("some encoder", some)
    NAMED = ("one named encoder", named)
    COMPARISON = ("one ahead of each of a list", every)
    AVERAGE = ("encoders on average", named)

    def __init__(self, words, decide):
        self.words, self.decide = words, decide


def average(results):
    """The mean of results on the same items. Its error is at most the mean of theirs."""
    value, away = (sum(of) / len(results) for of in ([one.value for one in results], [CLEAR * error(one) for one in results]))
    return Counted(value, value - away, value + away, min(one.n for one in results))


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper in our words, its place, its scope, and the test: it holds above (below) the limit."""
    text: str
    place: str
    kind: Kind
    scope: Scope
    test: str = ""
    found: tuple = ()
    limit: float = 0.5
    side: str = "above"
    own: str = "–"          # the claim in the paper's own figures
    lacks: str = ""         # missing for a test
    digits: int = 3
    unit: str = "items"     # what a larger sample would have more of

    def inside(self):
        return [one for one in self.found if self.scope.has(one)]

    def outside(self):
        return [one for one in self.found if not self.scope.has(one)]

    def distance(self, one):
        return distance(one.result, self.limit, self.side)

    def verdict(self):
        """The verdict on the paper's claim. Evidence outside its scope never decides it."""
        inside = self.inside()
        if not inside:
            return OUTSIDE if self.found else UNTESTED
        if self.kind is Kind.AVERAGE:
            return self.kind.decide([distance(average([one.result for one in inside]), self.limit, self.side)])
        decided = self.kind.decide([self.distance(one) for one in inside])
        is_few = self.kind in (Kind.EVERY, Kind.COMPARISON) and 2 * len(inside) < self.scope.of
        return UNTOLD if decided == HELD and is_few else decided

    def told(self, one):
        z = self.distance(one)
        return HELD if z > CLEAR else NOT if z < -CLEAR else UNTOLD

    def size(self, one):
        """How many items would show it in 80 of 100 samples, if value and spread stay."""
        if abs(one.value - self.limit) < 1e-9:
            return "none"
        if self.unit == "encoders":  # a rank correlation, on Fisher's scale
            needed = 3 + 1.06 * (POWER / math.atanh(one.value)) ** 2
        else:
            needed = one.n * (POWER * error(one) / (one.value - self.limit)) ** 2
        if needed > 1e6:
            return "over a million"
        digits = 10 ** max(0, math.floor(math.log10(needed)) - 1)
        return f"{math.ceil(needed / digits) * digits:,}"

    def listed(self, which, what):
        parts = []
        for one in which:
            if self.told(one) == what:
                value, low, high = (shown(number, self.digits) for number in (one.result.value, one.result.low, one.result.high))
                parts.append(f"{one.subject} {value} [{low}, {high}]" + (f" ({self.size(one.result)} {self.unit})" if what == UNTOLD else ""))
        return "; ".join(parts) or "–"

    def counts(self, which):
        """For how many it holds, for how many it does not."""
        of = [self.told(one) for one in which]
        return f"{of.count(HELD)} of {len(of)}" if of else "–"

    def at_hand(self):
        """How many of the encoders that the paper speaks of were tested."""
        tested = len({one.subject for one in self.inside()})
        return f"{tested} of {self.scope.of}" if self.scope.of else f"{tested} of any"


def detailed(claims):
    """A paper's claims with their evidence."""
    header = ["claim", "place", "said of", "language and data", "kind", "the paper's own figures", "tested within its scope", "test",
              "verdict", "holds for", "not for", "can't tell (size that could)", "outside its scope: holds for", "outside: not for",
              "outside: can't tell"]
    return text_table(header, [
        [claim.text, claim.place, claim.scope.whom, f"{claim.scope.language}: {claim.scope.data}", claim.kind.words, claim.own, claim.at_hand(),
         claim.test if claim.found else claim.lacks, f"**{claim.verdict()}**",
         *(claim.listed(which, what) for which in (claim.inside(), claim.outside()) for what in (HELD, NOT, UNTOLD))] for claim in claims])


def short(of_paper):
    """One line per claim that has a verdict. of_paper: title of a paper -> its claims."""
    rows = [[title, claim.text, claim.at_hand(), claim.verdict(), claim.counts(claim.outside())]
            for title, claims in of_paper.items() for claim in claims if claim.verdict() not in (OUTSIDE, UNTESTED)]
    return text_table(["paper", "claim", "tested", "verdict", "elsewhere"], rows)

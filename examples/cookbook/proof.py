"""Whether the best settings of a recipe beat its defaults: both are measured by turns on what the search has not seen."""

import math

from scipy import stats


def proof(name, measure, defaults, best, repeats):
    """measure(settings, turn) is a loss; prints how much lower the best settings' is, with a 95 % interval."""
    ratios = []
    for turn in range(repeats):
        ratios.append(math.log(measure(best, turn)) - math.log(measure(defaults, turn)))
    mean = sum(ratios) / repeats
    spread = math.sqrt(sum((ratio - mean) ** 2 for ratio in ratios) / (repeats - 1))
    half = stats.t.ppf(0.975, repeats - 1) * spread / math.sqrt(repeats)
    low, high = (100 * (1 - math.exp(mean + side * half)) for side in (1, -1))
    verdict = "%.0f %% lower" % (100 * (1 - math.exp(mean))) if low > 0 else "nothing is proven"
    print("%s: %s, 95 %% interval %.0f to %.0f %% (%d turns)" % (name, verdict, low, high, repeats))

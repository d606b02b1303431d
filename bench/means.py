# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The mean of ratios."""
import math
import statistics


def geomean(ratios):
    """The geometric mean; NaN of nothing."""
    ratios = list(ratios)
    return statistics.geometric_mean(ratios) if ratios else math.nan

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ratios of figures of kernels, and their mean."""
import math
import statistics


def geomean(ratios):
    """The geometric mean; NaN of nothing."""
    ratios = list(ratios)
    return statistics.geometric_mean(ratios) if ratios else math.nan


def value(row, config, figure="packets"):
    """A figure of a kernel; None: there is none."""
    return row.get(config, {}).get(figure)


def ratios(rows, c, base, figure="packets"):
    """{kernel: c / base} where both are there."""
    return {k: value(r, c, figure) / value(r, base, figure) for k, r in rows.items()
            if value(r, c, figure) and value(r, base, figure)}

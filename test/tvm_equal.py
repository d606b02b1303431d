#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Run by TVM's Python.  Each line of stdin is [name, original, printed]: prints [name, null] if TVM
reads both files as structurally equal modules (or, with no original, takes the printed one), and
[name, reason] if not."""
import json
import sys

import tvm
from tvm.script import from_source

# TVM's parser and structural comparison recurse.
sys.setrecursionlimit(100000)


def read(path):
    """The module in a file.  Not checked for being well-formed: TVM finds fault with kernels of its own
    (a variable of one loop used after it)."""
    with open(path, encoding="utf-8") as f:
        return from_source(f.read(), check_well_formed=False)


def summary(e):
    """The line of an exception's text that tells most: the last but for the picture of the place."""
    lines = [line.strip() for line in str(e).splitlines() if line.strip(" |^~")]
    return " / ".join([lines[0], lines[-1]])[:300] if lines else type(e).__name__


def why_not(original, printed):
    if original:
        try:
            theirs = read(original)
        except Exception as e:  # whatever TVM's parser throws is its refusal
            return "TVM 0.27 refuses the text it printed itself: " + summary(e)
    try:
        ours = read(printed)
    except Exception as e:
        return "TVM refuses the printed text: " + summary(e)
    if original:
        try:
            tvm.ir.assert_structural_equal(theirs, ours)
        except ValueError as e:
            return "TVM reads another program: " + str(e).splitlines()[0][:200]
    return None


for line in sys.stdin:
    name, original, printed = json.loads(line)
    print(json.dumps([name, why_not(original, printed)]), flush=True)

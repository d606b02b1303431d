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
    with open(path, encoding="utf-8") as f:
        return from_source(f.read())


def why_not(original, printed):
    try:
        ours = read(printed)
    except Exception as e:  # whatever TVM's parser throws is its refusal
        return "TVM refuses the printed text: " + (str(e).strip().splitlines() or [""])[-1][:200]
    if not original:
        return None
    try:
        theirs = read(original)
    except Exception as e:
        return "TVM refuses its own text: " + (str(e).strip().splitlines() or [""])[-1][:200]
    if tvm.ir.structural_equal(theirs, ours):
        return None
    return "TVM reads another program"


for line in sys.stdin:
    name, original, printed = json.loads(line)
    print(json.dumps([name, why_not(original, printed)]), flush=True)

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""corpus.py CORPUS [--json=FILE] [--kernel=GLOB]: tirc inside TVM 0.27; run by a Python with TVM, tirc on its path.

Each kernel of the corpus goes to tirc and back as TVM's JSON.  What nobody changed must be structurally equal; what
is built by TVM with tirc's pass in the place of its own is run on the kernel's data, and must be right if TVM's own
build is.  Times
of the pass are those of tirc.transform.CSE, with JSON there and back, and of TVM's own pass."""
import argparse
import collections
import fnmatch
import json
import pathlib
import sys
import time

import numpy as np
import tirc
import tvm
import tvm_ffi
from tvm import tirx
from tvm.script import from_source

sys.setrecursionlimit(100000)  # TVM's parser recurses


def module_of(path):
    """The module of a text; None where there is none, or where TVM does not read what it printed itself."""
    try:
        module = from_source(path.read_text(encoding="utf-8"), check_well_formed=False)
    except Exception:  # TVM throws what it likes
        return None
    return module if isinstance(module, tvm.IRModule) else tvm.IRModule({module.attrs["global_symbol"]: module})


def timed(work, repeat=5):
    """The shortest time of some tries, and the result."""
    best = None
    for _ in range(repeat):
        begin = time.perf_counter()
        result = work()
        best = min(time.perf_counter() - begin, best or 1e9)
    return best, result


def equal(a, b):
    return tvm_ffi.structural_equal(a, b)


def arguments(meta, data):
    """What the function gets, and what its buffers must hold afterwards."""
    given, wanted = [], {}
    for k, arg in enumerate(meta["args"]):
        if arg["kind"] == "scalar":
            given.append(arg["value"])
            continue
        value = data[f"arg{k}"]
        value = value.reshape(arg["shape"]) if all(isinstance(n, int) for n in arg["shape"]) else value
        if arg["role"] != "in":
            wanted[k] = value
        given.append(data.get(f"arg{k}_in", value) if arg["role"] != "out" else np.zeros_like(value))
    return given, wanted


def build(module, name):
    """TVM's build of a function; an exception where it cannot."""
    try:
        return tvm.compile(tvm.IRModule({name: module[name]}), target="llvm")
    except Exception as e:  # TVM throws what it likes
        return e


def run(library, meta, data):
    """None if TVM's build of the module does what it must, else why not."""
    given, wanted = arguments(meta, data)
    tensors = [tvm.runtime.tensor(np.array(v, order="C")) if isinstance(v, np.ndarray) else v for v in given]
    library[meta["func"]](*tensors)
    for k, want in wanted.items():
        got = tensors[k].numpy()
        tolerance = meta["tolerance"]
        if not np.allclose(got.astype("f8"), want.astype("f8"), rtol=tolerance["rtol"], atol=tolerance["atol"], equal_nan=True):
            return f"'{meta['args'][k]['name']}' is wrong"
    return None


def try_kernel(folder, count):
    meta = json.loads((folder / "meta.json").read_text())
    program = None
    for name in ("lowered.py", "stir.py"):
        before = module_of(folder / name)
        if not before:
            count["not read by TVM"] += (folder / name).exists()
            continue
        count["modules"] += 1
        program = before  # what TVM's pipeline begins with is stir.py, where there is one
        back = tvm.ir.load_json(tirc.Module(tvm.ir.save_json(before)).json())
        if equal(before, back):
            count["equal"] += 1
        elif equal(before, tvm.ir.load_json(tvm.ir.save_json(before))):
            yield f"{name}: what came back is another program"
        else:
            count["not equal by TVM's own JSON either"] += 1
    before = module_of(folder / "lowered.py")
    if not before:
        return
    ours, after = timed(lambda: tirc.transform.CSE()(before))
    module = tirc.Module(before, ["unroll-and-jam=0", "lanes=0", "no-promote-scalars"])
    count["us, tirc without the way there and back"] += timed(module.cse, 1)[0] * 1e6
    theirs, _ = timed(lambda: tirx.transform.CommonSubexprElim()(before))
    count["us, tirc"] += ours * 1e6
    count["us, TVM"] += theirs * 1e6
    count["shared"] += not after.same_as(before)
    if not meta["run"]["ran"] or meta["target"] != "llvm":
        return
    data, theirs = dict(np.load(folder / "data.npz")), build(program, meta["func"])
    with tirc.replace_tvm_cse(on_error="raise"):
        ours = build(program, meta["func"])
    if isinstance(theirs, Exception):
        count["not built by TVM, whose pass runs"] += 1
    elif isinstance(ours, Exception):
        yield f"TVM does not build what came back: {str(ours).strip().splitlines()[-1][:200]}"
    elif run(theirs, meta, data):
        count["not right in TVM, whose pass runs"] += 1
    elif why := run(ours, meta, data):
        yield why
    else:
        count["right in TVM"] += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--kernel", default="*")
    options = parser.parse_args()
    count, wrong = collections.Counter(), []
    for folder in sorted(p.parent for p in options.corpus.glob("*/meta.json")):
        if not fnmatch.fnmatch(folder.name, options.kernel):
            continue
        try:
            wrong += [f"{folder.name}: {why}" for why in try_kernel(folder, count)]
        except Exception as e:  # TVM throws what it likes
            wrong.append(f"{folder.name}: {type(e).__name__}: {str(e).strip().splitlines()[-1][:300]}")
    for key in sorted(count):
        print(f"{key}: {count[key]:.0f}")
    print("\n".join(wrong))
    if options.json:
        options.json.write_text(json.dumps({k: round(v) for k, v in sorted(count.items())}, indent=1) + "\n")
    sys.exit(len(wrong) > 0 or not count["equal"])


main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""texts.py [--tirc=FILE] [--own] [--every=N] [--record] [FOLDER ...]: what TVM 0.27 says about texts that tirc reads.

Run by a Python with TVM (with_tvm.py).  The texts are those of test/python/texts (--own), of TVM's installed package, and its
tensor intrinsics as TVM prints them; or those found in the Python files of the folders.  Of those that TVM itself reads three counts:
tirc reads them; TVM reads what tirc prints as the same program; TVM loads the JSON that tirc writes as the same program.
A text that TVM reads and tirc refuses must have a sentence in texts.tsv.  Without folders no count may be below that
in texts.json; --record writes it."""
import argparse
import collections
import contextlib
import importlib
import io
import json
import os
import pathlib
import pkgutil
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent))
import suites  # noqa: E402
import tvm  # noqa: E402
import tvm_ffi  # noqa: E402

SECONDS = 120
COUNTS = ("read", "text equal", "json equal")
sys.setrecursionlimit(100000)  # TVM's parser recurses


# ---- Texts ---------------------------------------------------------------------------------
def own():
    for file in sorted((HERE / "texts").glob("*.py")):
        yield file.name, file.read_text(encoding="utf-8")


def intrinsics():
    """The tensor intrinsics of TVM's package, description and implementation, as TVM prints them."""
    package = importlib.import_module("tvm.s_tir.tensor_intrin")
    names = set()
    for found in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{found.name}")
        names |= {value for value in vars(module).values() if isinstance(value, str)}
    for name in sorted(names):
        if intrinsic := tvm.s_tir.TensorIntrin.get(name, allow_missing=True):
            yield f"{name} desc", intrinsic.desc.script()
            yield f"{name} impl", intrinsic.impl.script()


def texts(o):
    if o.folders:
        yield from suites.all_programs(o.folders)
        return
    yield from own()
    if o.own:
        return
    yield from intrinsics()
    yield from suites.all_programs([pathlib.Path(tvm.__file__).parent])


# ---- One text ------------------------------------------------------------------------------
def read(text):
    """The module that TVM reads; its own words go nowhere."""
    at = re.search(r"^@", text, re.M).start() if re.search(r"^(from|import) ", text, re.M) else 0
    around = {}
    with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
        exec(text[:at], around)
        return functions(tvm.script.from_source(text[at:], extra_vars=around if at else None))


def functions(module):
    """The module without what is no function of TIR: tirc leaves that out."""
    if not isinstance(module, tvm.IRModule):
        return tvm.IRModule({module.attrs.get("global_symbol", "main") if module.attrs else "main": module})
    kept = {v: f for v, f in module.functions.items() if isinstance(f, tvm.tirx.PrimFunc)}
    return module if len(kept) == len(module.functions) else tvm.IRModule(kept, attrs=module.attrs)


def same(theirs, make):
    """None if TVM makes an equal module of what tirc wrote, else where they differ.  TVM's own message prints both, which ends some
    in a signal."""
    try:
        place = tvm_ffi.get_first_structural_mismatch(theirs, make(), map_free_vars=True)
    except Exception as e:  # TVM throws what it likes
        lines = [line.strip() for line in str(e).splitlines() if line.strip(" |^~")]
        return "TVM does not take it: " + (lines or [type(e).__name__])[0][:200]
    return place and f"another program at {place[0]}"[:300]


def emitted(tirc, kind, file):
    done = subprocess.run([tirc, f"--emit={kind}", "--after=read", file], capture_output=True, text=True, timeout=SECONDS, check=False)
    said = re.search(r"error: (.*)", done.stderr)
    return done.stdout, None if done.returncode == 0 else said[1] if said else f"exit code {done.returncode}"


def judge(tirc, text):
    """What differs, by count: {} is a text that TVM reads and that comes back; None one that TVM does not read."""
    try:
        theirs = read(text)
    except BaseException:  # pylint: disable=broad-exception-caught
        return None
    if not theirs.functions:
        return None
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(text)
        file.flush()
        printed, refused = emitted(tirc, "tir", file.name)
        if refused:
            return {"read": refused}
        written, no = emitted(tirc, "json", file.name)
    reply = {"text equal": same(theirs, lambda: read(printed)),
             "json equal": no or same(theirs, lambda: functions(tvm.ir.load_json(written)))}
    return {count: why for count, why in reply.items() if why}


def apart(tirc, text):
    """The same in a process of its own: TVM may end it."""
    got, give = os.pipe()
    if (child := os.fork()) == 0:
        with os.fdopen(give, "w") as out:
            json.dump(judge(tirc, text), out)
            out.flush()
            os._exit(0)
    os.close(give)
    with os.fdopen(got) as reply:
        said = reply.read()
    os.waitpid(child, 0)
    return json.loads(said) if said else {"text equal": "TVM died", "json equal": "TVM died"}


# ---- All -----------------------------------------------------------------------------------
def sentences():
    lines = (HERE / "texts.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def compare(which, count, record):
    """True if a count is below the recorded one."""
    file = HERE / "texts.json"
    recorded = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    if record:
        recorded[which] = dict(count)
        file.write_text(json.dumps(recorded, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    below = [f"{kind}: {count[kind]} of {least}" for kind, least in recorded.get(which, {}).items() if count[kind] < least]
    for line in below:
        print(f"fewer than recorded: {line}")
    return bool(below)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--own", action="store_true", help="those of test/python/texts alone")
    p.add_argument("--record", action="store_true", help="write the counts to texts.json")
    p.add_argument("--keep", type=pathlib.Path, help="folder for texts that do not come back")
    p.add_argument("folders", nargs="*", type=pathlib.Path)
    o = p.parse_args()
    count, unsaid = collections.Counter(), 0
    known = sentences()
    for n, (name, text) in enumerate(list(texts(o))[::o.every]):
        wrong = apart(o.tirc, text)
        if wrong is None:
            continue
        count["texts"] += 1
        for kind in COUNTS:
            count[kind] += kind not in wrong and "read" not in wrong
        for kind, why in wrong.items():
            excused = kind == "read" and any(re.search(said, why) for said, _ in known)
            unsaid += kind == "read" and not excused
            print(f"{name}: {kind}: {why}{' (listed)' if excused else ''}", flush=True)
        if wrong and o.keep:
            o.keep.mkdir(exist_ok=True)
            (o.keep / f"{n}-{re.sub('[^A-Za-z0-9]+', '-', name)}.py").write_text(text)
    print(", ".join(f"{kind}: {count[kind]}" for kind in ("texts", *COUNTS)))
    return bool(unsaid) or (not o.folders and o.every == 1 and compare("own" if o.own else "all", count, o.record))


sys.exit(main())

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Run by TVM's Python: build and run the programs of a folder (tirc-random --examples) as TVM does.

    in_tvm.py FOLDER      prints {"SEED": [word, text]...}; the words are same, differs and refused

Each program has a process of its own: some of TVM's checks end the process."""
import ast
import json
import os
import pathlib
import re
import signal
import sys
import warnings

import numpy as np
import tvm
from tvm.script import from_source

import in_python

SECONDS = 60
# What means something else in TVM: unsigned numbers do not wrap there, and iterations of a vectorised loop that need each
# other's results do not get them.
LEFT_OUT = re.compile(r"uint|T\.vectorized")
sys.setrecursionlimit(100000)
warnings.simplefilter("ignore")


def first_reason(e):
    """The line of an exception that says why, without what names the program."""
    lines = [line.strip() for line in str(e).splitlines() if line.strip(" |^~")]
    told = [line for line in lines if re.match(r"(Check failed|\w*Error|InternalError)", line)] or lines[-1:] or [type(e).__name__]
    return re.sub(r"\(.*?\) is (true|false)|cse_v\d+|v_\d+|\b[a-z]\d+\b", "...", told[-1])[:100]


def image_of(text):
    return np.frombuffer(bytes.fromhex(text), np.uint8).copy()


def aligned(a):
    """A copy as TVM wants its tensors: 64-aligned."""
    room = np.empty(a.nbytes + 128, np.uint8)
    start = -room.ctypes.data % 128
    copy = room[start:start + a.nbytes].view(a.dtype).reshape(a.shape)
    copy[...] = a
    return copy


def array(image, kind, place, shape):
    dtype = np.dtype(kind)
    return image[place:place + int(np.prod(shape)) * dtype.itemsize].view(dtype).reshape(shape)


def difference(parameters, got, want):
    """The first byte that differs, NaNs of a float taken for equal."""
    bad = got != want
    for kind, place, shape in parameters:
        if "float" in kind:
            g, w = (array(m, kind, place, shape).ravel() for m in (got, want))
            both = np.repeat(np.isnan(g) & np.isnan(w), g.dtype.itemsize)
            bad[place:place + len(both)] &= ~both
    at = np.flatnonzero(bad)
    return int(at[0]) if len(at) else None


def reads_what_it_stores(text):
    """Does a store of lanes that lie apart read its own buffer, or a view of it, to know where?  TVM computes that anew for each lane,
    behind the stores of the lanes before it (CodeGenLLVM::Scalarize)."""
    root = {}
    for line in text.splitlines():
        if view := re.match(r"\s*(\w+) = T\.decl_buffer\(.*\bdata=(\w+)\.data", line):
            root[view[1]] = root.get(view[2], view[2])
        to, found, _ = line.strip().partition("] = ")
        buffer, _, index = to.partition("[")
        read = {root.get(name, name) for name in re.findall(r"(\w+)\[", index)}
        if found and "T.Ramp(" in index and root.get(buffer, buffer) in read:
            return True
    return False


def values(e):
    """The nodes of an expression, without those that say where a load is."""
    yield e
    for child in [e.value] if isinstance(e, ast.Subscript) else ast.iter_child_nodes(e):
        yield from values(child)


def divides_short_sum(text):
    """Is a sum or a product of int8 or int16 divided?  Where these wrap, TVM still takes their bounds for those of whole numbers, and
    divides as if the sign were known (LowerFloorDiv)."""
    for e in ast.walk(ast.parse(text)):
        if isinstance(e, ast.BinOp) and isinstance(e.op, (ast.FloorDiv, ast.Mod)):
            sums = any(isinstance(x, ast.BinOp) and isinstance(x.op, (ast.Add, ast.Sub, ast.Mult)) for x in values(e.left))
            if sums and any(isinstance(x, ast.Attribute) and x.attr in ("int8", "int16") for x in values(e)):
                return True
    return False


def divides_by_negative(text):
    """Is anything divided by a negative number?  TVM's rules for a remainder that is divided take the divisor for positive: with
    x % 72 == 68, x % 72 // -8 is 0 in its own build."""
    return any(isinstance(e, ast.BinOp) and isinstance(e.op, (ast.FloorDiv, ast.Mod)) and
               isinstance(e.right.args[0] if isinstance(e.right, ast.Call) and e.right.args else e.right, ast.UnaryOp)
               for e in ast.walk(ast.parse(text)))


def number(e):
    """The value of a constant, or None."""
    if isinstance(e, ast.Call) and len(e.args) == 1 and isinstance(e.func, ast.Attribute) and e.func.attr.startswith("int"):
        return number(e.args[0])
    if isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.USub):
        n = number(e.operand)
        return None if n is None else -n
    return e.value if isinstance(e, ast.Constant) and isinstance(e.value, int) else None


def signs(e, sign, named):
    """The variables that are terms of a sum, or of what a term divides, as (name, sign)."""
    if isinstance(e, ast.Name):
        yield from signs(named[e.id], sign, {}) if e.id in named else [(e.id, sign)]
    elif isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.USub):
        yield from signs(e.operand, -sign, named)
    elif isinstance(e, ast.BinOp) and isinstance(e.op, (ast.Add, ast.Sub)):
        yield from signs(e.left, sign, named)
        yield from signs(e.right, -sign if isinstance(e.op, ast.Sub) else sign, named)
    elif isinstance(e, ast.BinOp) and isinstance(e.op, ast.Mult):
        for factor, n in ((e.left, number(e.right)), (e.right, number(e.left))):
            if n:
                yield from signs(factor, sign if n > 0 else -sign, named)
    elif isinstance(e, ast.BinOp) and isinstance(e.op, (ast.FloorDiv, ast.Mod)):
        yield from signs(e.left, sign, named)


def divides_falling_index(text):
    """Does an index divide what falls as a loop's variable rises?  Where TVM simplifies indices by the ranges of loops (IterMapSimplify),
    it makes (c - i) % d of a loop i to -(i % -d), and (c - i) // d to i // -d: the number c is lost."""
    tree = ast.parse(text)
    loops = {x.id for e in ast.walk(tree) if isinstance(e, ast.For) for x in ast.walk(e.target) if isinstance(x, ast.Name)}
    set_here = [(e.targets[0], e.value) for e in ast.walk(tree) if isinstance(e, ast.Assign)]
    is_call = lambda e, word: isinstance(e, ast.Call) and isinstance(e.func, ast.Attribute) and ast.unparse(e.func).startswith(word)
    loops |= {x.id for to, value in set_here if is_call(value, "T.axis.") for x in ast.walk(to) if isinstance(x, ast.Name)}
    named = {to.id: value.args[0] for to, value in set_here if isinstance(to, ast.Name) and is_call(value, "T.bind")}
    indices = [e.slice for e in ast.walk(tree) if isinstance(e, ast.Subscript)]
    indices += [e.value for e in ast.walk(tree) if isinstance(e, ast.keyword) and e.arg == "elem_offset"]
    used = {x.id for index in indices for x in ast.walk(index) if isinstance(x, ast.Name)}
    return any(isinstance(e, ast.BinOp) and isinstance(e.op, (ast.FloorDiv, ast.Mod)) and
               any(name in loops and sign < 0 for name, sign in signs(e.left, 1, named))
               for index in indices + [named[name] for name in sorted(used & named.keys())] for e in ast.walk(index))


def is_ours_in_python(path, told):
    """Does Python, too, compute in all runs what the interpreter does?"""
    for run in told["runs"]:
        image, want = image_of(run["before"]), image_of(run["after"])
        arrays = [array(image, *p) for p in told["parameters"]]
        *numbers, bits = run["scalars"]
        try:
            result = in_python.run(path.read_text(), "f" + path.stem, arrays, [*numbers, bits])
        except in_python.Unknown:
            return False
        if result not in (None, run["result"]) or difference(told["parameters"], image, want) is not None:
            return False
    return True


def differs(path, told, why):
    if is_ours_in_python(path, told):
        return "refused", "TVM computes something else than Python, which computes what the interpreter does"
    return "differs", why


def check(path):
    told = json.loads(path.with_suffix(".json").read_text())
    if reads_what_it_stores(path.read_text()):
        return "refused", "TVM computes an index anew for each lane that is stored"
    if divides_short_sum(path.read_text()):
        return "refused", "TVM divides what wraps in 8 or 16 bits as if it did not"
    if divides_by_negative(path.read_text()):
        return "refused", "TVM divides a remainder by a negative number as by a positive one"
    if divides_falling_index(path.read_text()):
        return "refused", "TVM divides an index that falls with a loop as if it did not"
    try:
        module = from_source(path.read_text(), check_well_formed=False)
        kept = {name: f for name, f in module.functions.items() if name.name_hint == "f" + path.stem}
        built = tvm.compile(tvm.IRModule(kept), target="llvm")
        call = built["f" + path.stem]
    except Exception as e:  # whatever TVM throws here is its refusal
        return "refused", first_reason(e)
    for k, run in enumerate(told["runs"]):
        image, want = image_of(run["before"]), image_of(run["after"])
        theirs = [array(image, *p) for p in told["parameters"]]
        copies = [aligned(a) for a in theirs]
        *numbers, bits = run["scalars"]
        try:
            result = call(*(tvm.runtime.from_dlpack(a) for a in copies), *numbers, float(np.uint32(bits).view(np.float32)))
        except Exception as e:
            return "refused", "it ends with " + first_reason(e)
        for a, copy in zip(theirs, copies):
            a[...] = copy
        at = difference(told["parameters"], image, want)
        if at is not None:
            return differs(path, told, f"input {k}: byte {at} of the image is 0x{image[at]:02x}, not 0x{want[at]:02x}")
        if result != run["result"]:
            return differs(path, told, f"input {k}: it returns {result}, not {run['result']}")
    return "same", ""


def apart(path):
    """check(path) in a process of its own."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        signal.alarm(SECONDS)
        try:
            answer = check(path)
        except BaseException as e:  # a fault of this script is no verdict on TVM
            answer = "differs", f"{type(e).__name__}: {e}"
        os.write(writer, json.dumps(answer).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answer:
        text = answer.read()
    status = os.waitpid(child, 0)[1]
    if text:
        return json.loads(text)
    why = "takes too long" if os.WTERMSIG(status) == signal.SIGALRM else signal.strsignal(os.WTERMSIG(status))
    return ["refused", f"its process ends: {why}"]


def main():
    programs = sorted(pathlib.Path(sys.argv[1]).glob("*.py"), key=lambda p: int(p.stem))
    print(json.dumps({p.stem: ["left out", ""] if LEFT_OUT.search(p.read_text()) else apart(p) for p in programs}))


main()

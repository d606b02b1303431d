# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A TIR text compiled by TVM's own pipeline, as a peer of the benchmark.

    PYTHON bench/tvm_peer.py KERNEL.py OUT.o [--no-cse] [--function NAME] [--cpu hexagonv67]

PYTHON is one that has TVM 0.27 (apache-tvm 0.27.0.post1).  The object has one global function,
NAME, which takes what the kernel takes: a pointer for each buffer, scalars by value, a bool as a
byte.  TVM makes a function of packed arguments that checks them and calls NAME_compute_; of both
only the latter stays, and NAME puts its arguments in their order.  What TVM allocates in memory
comes from a block of 4 MB in the object.

What TVM does is all there: its passes with or without its CSE (tirx.disable_cse_tir), its
LLVM IR pipeline at -O3.  Only machine code is made by another LLVM 22 (llc -O3), as TVM's keeps
NAME_compute_ to itself."""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import tvm
    from tvm.script import from_source
except ImportError as missing:
    sys.exit(f"tvm_peer.py: this Python has no TVM ({missing}); "
             "pip install apache-tvm==0.27.0.post1")

sys.setrecursionlimit(100000)

MEMORY = """
@peer.memory = internal global [4194304 x i8] zeroinitializer, align 128
@peer.used = internal global i32 0
define internal ptr @peer.alloc(i32 %type, i32 %id, i64 %size, i32 %code, i32 %bits) {
  %at = load i32, ptr @peer.used
  %n = trunc i64 %size to i32
  %up = add i32 %n, 127
  %whole = and i32 %up, -128
  %end = add i32 %at, %whole
  store i32 %end, ptr @peer.used
  %p = getelementptr i8, ptr @peer.memory, i32 %at
  ret ptr %p
}
define internal i32 @peer.free(i32 %type, i32 %id, ptr %p) {
  %a = ptrtoint ptr %p to i32
  %b = ptrtoint ptr @peer.memory to i32
  %at = sub i32 %a, %b
  store i32 %at, ptr @peer.used
  ret i32 0
}
"""
RUNTIME = {"__TVMBackendAllocWorkspace": "peer.alloc", "__TVMBackendFreeWorkspace": "peer.free"}


def fail(why):
    sys.exit("tvm_peer.py: " + why)


def read(path, name):
    """The module that holds the function alone, and its name."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    # TVM's reader takes its imports for statements
    text = re.sub(r"^(from|import)\s", r"# \g<0>", text, flags=re.M)
    try:
        m = from_source(text, check_well_formed=False)
    except Exception as e:  # whatever the reader throws is its refusal
        fail(f"TVM does not read {path}: {' '.join(str(e).split())[:300]}")
    if isinstance(m, tvm.tirx.PrimFunc):
        functions = {m.attrs["global_symbol"]: m}
    else:
        functions = {v.name_hint: f for v, f in m.functions.items()}
    name = name or (Path(path).stem if Path(path).stem in functions else next(iter(functions)))
    if name not in functions:
        fail(f"{path} has no function '{name}'")
    return tvm.IRModule({name: functions[name].with_attr("global_symbol", name)}), name


def compiled(module, cpu, cse):
    """LLVM IR of the module as TVM leaves it."""
    target = tvm.target.Target({
        "kind": "llvm", "mtriple": "hexagon-unknown-elf", "mcpu": cpu,
        "mattr": ["+hvx" + cpu.removeprefix("hexagon"), "+hvx-length128b"]})
    config = {} if cse else {"tirx.disable_cse_tir": True}
    with tvm.transform.PassContext(opt_level=3, config=config):
        library = tvm.compile(module, target=tvm.target.Target(target, target)).mod
    return library.inspect_source("ll")


def parameters(function):
    """Name, LLVM type and attribute of each, as C has them."""
    for p in function.params:
        if type(p.ty).__name__ == "BufferType":
            yield p.name, "ptr", ""
            continue
        t = str(p.ty.dtype) if hasattr(p.ty, "dtype") else "handle"
        bits = re.fullmatch(r"(u?)int(\d+)", t)
        if t == "bool":
            yield p.name, "i8", "zeroext"
        elif bits:
            small = int(bits[2]) < 32
            yield p.name, "i" + bits[2], ("zeroext" if bits[1] else "signext") if small else ""
        elif t in ("float16", "float32", "float64"):
            yield p.name, {"16": "half", "32": "float", "64": "double"}[t[5:]], ""
        elif t == "handle":
            yield p.name, "ptr", ""
        else:
            fail(f"a parameter of type {t}")


def arguments(text):
    """Type and name of each parameter of a definition, between its parentheses."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [(p.split()[0], p.split()[-1].lstrip("%")) for p in parts if p.strip()]


def views(function):
    """The buffer that each view is of."""
    of = {}
    for line in function.script().splitlines():
        found = re.match(r"\s*(\w+) = (\w+)\.view\(", line) or \
            re.match(r"\s*(\w+) = T\.decl_buffer\(.*\bdata=(\w+)\.data", line)
        if found:
            of[found[1]] = of.get(found[2], found[2])
    return of


def flattened(ll, name, function):
    """The IR with NAME instead of packed arguments."""
    at = re.search(r"^define internal (fastcc )?(.*?)@" + re.escape(name) + r"_compute_\((.*?)\)"
                   r" unnamed_addr(.*)$", ll, re.M)
    if not at:
        fail(f"no function {name}_compute_ in what TVM made")
    has = {n: (t, a) for n, t, a in parameters(function)}
    lines, passed, of = [], [], views(function)
    for t, n in arguments(at[3]):
        n = n if n in has else of.get(n, n)
        if n == "dev_id" and n not in has:
            passed.append(t + " 0")
        elif n not in has:
            fail(f"{name}_compute_ takes '{n}', which the kernel does not")
        elif t == "i1":
            lines.append(f"  %{n}.bit = trunc i8 %{n} to i1")
            passed.append(f"i1 %{n}.bit")
        else:
            passed.append(f"{t} %{n}")
    result = re.sub(r"range\(.*?\) |noundef ", "", at[2]).strip()
    head = ", ".join(f"{t} {a} %{n}".replace("  ", " ") for n, (t, a) in has.items())
    call = f"  {'%r = ' if result != 'void' else ''}call {at[1] or ''}{result} "
    # inlined: a peer shall not pay for this call
    lines.append(f"{call}@{name}_compute_({', '.join(passed)}) alwaysinline\n  ret void")
    body = "\n".join(lines)
    group = "#" + re.search(r"#(\d+)", at[4])[1]
    ll += f"\ndefine void @{name}({head}) {group} {{\n{body}\n}}\n"
    for variable, mine in RUNTIME.items():
        ll = re.sub(rf"^(@{variable} = ).*?global ptr null.*$",
                    rf"\1internal constant ptr @{mine}", ll, flags=re.M)
    # what is exported from a library would stay
    return ll.replace(" dllexport ", " ") + MEMORY


def main():
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("text")
    p.add_argument("out")
    p.add_argument("--no-cse", action="store_true")
    p.add_argument("--function", help="default: the one named as the file")
    p.add_argument("--cpu", default="hexagonv67")
    p.add_argument("--llvm", default="/usr/lib/llvm-22/bin", help="where opt and llc are")
    o = p.parse_args()
    module, name = read(o.text, o.function)
    ll = flattened(compiled(module, o.cpu, not o.no_cse), name, module[name])
    with tempfile.TemporaryDirectory() as folder:
        raw, ir = Path(folder) / "raw.ll", Path(folder) / "kernel.ll"
        raw.write_text(ll, encoding="utf-8")
        for command in (
                [o.llvm + "/opt", "-S", raw, "-o", ir, "-internalize-public-api-list=" + name,
                 "-passes=internalize,always-inline,globalopt,globaldce"],
                [o.llvm + "/llc", "-O3", "-mcpu=" + o.cpu, "-filetype=obj", ir, "-o", o.out]):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                fail(f"{command[0]}: {done.stderr[:1000]}")


main()

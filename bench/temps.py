#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What our CSE saves in real kernels beside TVM's: names, operations written, operations executed.

    bench/temps.py [--build=build/release] [--dir=DIR] [--profile=host] [--worst=N] [--all] [GLOB...]

Kernels are those that test/corpus.py finds, or the folders in DIR.  Each is taken as it enters TVM's CSE
(lowered.py), after our pass, and as TVM's pass left it (tvm_cse.py), all printed by tirc.

    names      variables introduced
    all        operations and loads as they are written
    static     those of them that cost: without base + constant (addresses have it for free), casts, ramps
               and broadcasts
    dynamic    what the interpreter computes on the kernel's data, where it can run, without casts, ramps
               and broadcasts.  It evaluates what a statement holds twice once: sharing inside one
               statement does not show here, and what is spread over statements may show as more

The rows are those where TVM's pass saves most that ours does not (--all: every one); the sums are over
all."""
import argparse
import ast
import concurrent.futures
import fnmatch
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test"))
import corpus  # noqa: E402
import tables  # noqa: E402

# T.name(...) that computes nothing itself; and constants, T.float32(0.5).
FORMS = re.compile(r"(u?int|float|bfloat|bool|handle)\w*|bind|evaluate|serial|parallel|unroll(ed)?|vectorized|"
                   r"thread_binding|launch_thread|grid|attr|func_attr|Buffer|buffer|match_buffer|decl_buffer|"
                   r"alloc_buffer|allocate|env_thread|target|Let|let|likely|tvm_\w+|type_annotation")


FREE = ("Cast", "Ramp", "Broadcast")
MEASURES = ("all", "static", "dynamic")


def is_free(node):
    """Is it a sum with a constant, a cast or a vector made of scalars?"""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, (ast.Add, ast.Sub)) and isinstance(node.right, ast.Constant)
    return getattr(node.func, "attr", "") in FREE


def operations(text, costly):
    """Operations and loads in the bodies of a printed program; of those that cost."""
    count, todo = 0, [f for f in ast.walk(ast.parse(text)) if isinstance(f, ast.FunctionDef)]
    todo = [statement for f in todo for statement in f.body]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.AnnAssign):
            todo += [node.value] if node.value else []
            continue
        if costly and isinstance(node, (ast.BinOp, ast.Call)) and is_free(node):
            pass
        elif isinstance(node, (ast.BinOp, ast.IfExp)):
            count += 1
        elif isinstance(node, ast.UnaryOp):
            count += not isinstance(node.operand, ast.Constant)
        elif isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
        elif isinstance(node, ast.Compare):
            count += len(node.ops)
        elif isinstance(node, ast.Subscript):
            count += isinstance(node.ctx, ast.Load)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            count += not FORMS.fullmatch(node.func.attr)
        todo += ast.iter_child_nodes(node)
    return count


def executed(kernel, words, which, *options):
    """Nodes that cost the interpreter computes."""
    out = kernel.run("--run=interp", "--stats", *options, f"--function={kernel.meta['func']}",
                     kernel.folder / f"{which}.py", *words)
    nodes = dict(re.findall(r"^(\w+): (\d+)$", out, re.M))
    return int(nodes["nodes"]) - sum(int(nodes.get(name, 0)) for name in FREE)


def measure(kernel, profile):
    """(names, all, static, dynamic), each of the original, ours and TVM's; the last is None if it cannot
    run."""
    ours, original = ["-O2", f"--cse-profile={profile}"], kernel.folder / "lowered.py"
    plan = kernel.run("--emit=plan", *ours, original)
    names = sum(map(int, re.findall(r"^\w+: (\d+) new name", plan, re.M)))
    texts = [kernel.run("--emit=tir", *o, f) for o, f in (
        (["-O0"], original), (ours, original), (["-O0"], kernel.folder / "tvm_cse.py"))]
    dynamic = None
    if kernel.meta["run"]["ran"]:
        try:
            words = kernel.arguments()
            dynamic = [executed(kernel, words, "lowered", "--no-cse", "--no-loops"),
                       executed(kernel, words, "lowered", *ours), executed(kernel, words, "tvm_cse", "--no-cse", "--no-loops")]
        except corpus.Miss:
            pass  # test/corpus.py tells why
    return [0, names, kernel.meta["cse_bindings"]], *([operations(t, costly) for t in texts]
                                                       for costly in (False, True)), dynamic


def saved(values):
    """Per cent that ours and TVM's save."""
    if not values or not values[0]:
        return ["", ""]
    return [f"{100 * (values[0] - v) / values[0]:.1f}" for v in values[1:]]


def cells(name, names, *counts):
    return [name, *names[1:], *(c for v in counts for c in [v[0] if v else "", *saved(v)])]


def loss(told):
    """What TVM's saves that ours does not, per cent: of dynamic operations, then of static ones."""
    *_, static, dynamic = told
    return max([(v[1] - v[2]) / v[0] if v and v[0] else 0 for v in (dynamic, static)])


def sums(told):
    """The row of all kernels together."""
    can_run = [v for v in told.values() if v[3]]
    return cells(f"all {len(told)}, {len(can_run)} run", *(
        [sum(v[k][i] for v in (can_run if k == 3 else told.values())) for i in range(3)] for k in range(4)))


def against(told):
    """How many kernels are better than TVM's, the same and worse, a row for each measure."""
    for k, word in enumerate(MEASURES, 1):
        pairs = [v[k][1:] for v in told.values() if v[k]]
        yield word, sum(a < b for a, b in pairs), sum(a == b for a, b in pairs), sum(a > b for a, b in pairs)


def tabulate(told, rows):
    """What is printed and what docs/measured.md shows: these kernels, all together, beside TVM's."""
    shown, head = tables.Tables(), ["kernel", "names", "TVM's"]
    head += [f"{word} {what}" for word in MEASURES for what in ("before", "saved %", "TVM's %")]
    shown.add(head, [*(cells(name, *told[name]) for name in rows), sums(told)])
    shown.add(["against TVM's", "fewer", "the same", "more"], against(told))
    for k, word in enumerate(MEASURES, 1):
        more = [n for n, v in told.items() if v[k] and v[k][1] > v[k][0]]
        shown.say(f"More than before, {word}: {', '.join(more) or 'none'}.")
    return shown


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--build", default=str(ROOT / "build/release"))
    p.add_argument("--dir", type=pathlib.Path, help="a folder of kernels")
    p.add_argument("--profile", default="host")
    p.add_argument("--worst", type=int, default=20, help="rows to print")
    p.add_argument("--all", action="store_true", help="print every row")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--timeout", type=int, default=60, help="seconds for each run")
    tables.add_option(p)
    p.add_argument("globs", nargs="*")
    o = p.parse_args()
    folders = sorted(m.parent for m in o.dir.glob("*/meta.json")) if o.dir else corpus.folders(None)
    folders = [f for f in folders if any(fnmatch.fnmatch(f.name, g) for g in o.globs or ["*"])]
    told = {}
    with tempfile.TemporaryDirectory(prefix="tirc-temps-") as temp:
        kernels = [corpus.Kernel(f"{o.build}/bin/tirc", f, pathlib.Path(temp), o.timeout) for f in folders]
        with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
            for kernel, future in [(k, pool.submit(measure, k, o.profile)) for k in kernels]:
                try:
                    told[kernel.name] = future.result()
                except (corpus.Miss, SyntaxError, RecursionError) as e:
                    print(f"{kernel.name}: {e}", file=sys.stderr)
    rows = sorted((n for n in told if loss(told[n]) > 0), key=lambda n: (-loss(told[n]), n))[:o.worst]
    shown = tabulate(told, told if o.all else rows)
    print("\n".join(shown.lines()))
    shown.write(o.tables)
    return 0 if told else 1


if __name__ == "__main__":
    sys.exit(main())

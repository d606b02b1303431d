#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""No repeated computation is both unshared and unexplained.

    test/explained.py [--tirc=FILE] [--profile=host,hexagon] [--random=N] [--seed=N] [TEXT...]

Counts by text alone, knowing nothing of the pass: how often each computation of variables stands in the program after CSE with the
same variables.  More than operands in another order is not told apart by text: the level is commutative.  What is written twice or more must be told of by --explain, itself or what it always stands in.
Without texts: a part of the corpus.  --random=N takes programs of test/random_program.py, too: of what they nest deep, text
cannot tell which remark it is, so that some of what it finds is explained."""
import argparse
import ast
import collections
import copy
import concurrent.futures
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from random_cse import Case, text_of
from random_program import Program

HERE = pathlib.Path(__file__).resolve().parent

COMMUTES = {ast.Add, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor}
# T.name(...) of operands that computes from them alone.
PURE = re.compile(r"min|max|exp|log|log2|sqrt|rsqrt|tanh|sigmoid|floor|ceil|round|fabs|pow|Div|truncmod|shift_left|"
                  r"shift_right|bitwise_\w+|Select|cos|sin|erf|call_pure_extern")


class Counter(ast.NodeVisitor):
    """Occurrences of pure computations of one function: by text and by what its variables are."""

    def __init__(self):
        self.scopes, self.next, self.path = [{}], 0, []
        self.found = collections.defaultdict(list)  # by key: what each occurrence stands in, from the statement down
        self.node = {}

    def define(self, name):
        self.next += 1
        self.scopes[-1][name] = self.next

    def lookup(self, name):
        return next((s[name] for s in reversed(self.scopes) if name in s), 0)

    def key(self, e):
        """The computation as a tuple with its variables told apart, or None if it is not pure."""
        if isinstance(e, ast.Constant):
            return ("c", repr(e.value))
        if isinstance(e, ast.Name):
            return ("v", e.id, self.lookup(e.id))
        if isinstance(e, ast.UnaryOp) and isinstance(e.op, (ast.USub, ast.Invert)):
            k = self.key(e.operand)
            return k and (type(e.op).__name__, k)
        if isinstance(e, ast.BinOp):
            a, b = self.key(e.left), self.key(e.right)
            if not a or not b:
                return None
            if type(e.op) in COMMUTES and repr(b) < repr(a):
                a, b = b, a
            return (type(e.op).__name__, a, b)
        if isinstance(e, ast.Call) and isinstance(e.func, ast.Attribute) and isinstance(e.func.value, ast.Name) and \
                e.func.value.id == "T" and not e.keywords:
            ks = [self.key(a) for a in e.args]
            if all(ks) and (PURE.fullmatch(e.func.attr) or re.fullmatch(r"u?int\d+|float\d+|bool", e.func.attr)):
                return (e.func.attr, *ks)
        return None

    def expr(self, e):
        if isinstance(e, (ast.Constant, ast.Name)):
            return
        if isinstance(e, ast.Slice):  # A[x:x + 4] computes x once
            self.expr(e.lower)
            return
        k = self.key(e)
        if k and "'v'" in repr(k) and not re.fullmatch(r"u?int\d+|float\d+|bool|USub", k[0]):
            self.found[k].append(tuple(self.path))
            self.node.setdefault(k, e)
        self.path.append(e)
        if not (isinstance(e, ast.Call) and isinstance(e.func, ast.Attribute) and e.func.attr == "Let"):
            for child in ast.iter_child_nodes(e):  # the variable of a T.Let has no scope in Python
                self.expr(child.value) if isinstance(child, ast.keyword) else self.expr(child) if isinstance(child, ast.expr) else None
        self.path.pop()

    def body(self, statements):
        self.scopes.append({})
        for s in statements:
            self.statement(s)
        self.scopes.pop()

    def statement(self, s):
        if isinstance(s, ast.For):
            self.expr(s.iter)
            self.scopes.append({})
            for n in ast.walk(s.target):
                if isinstance(n, ast.Name):
                    self.define(n.id)
            self.body(s.body)
            self.scopes.pop()
        elif isinstance(s, ast.With):
            for item in s.items:
                if "launch_thread" in ast.unparse(item.context_expr):
                    self.expr(item.context_expr)
            self.scopes.append({})
            for item in s.items:
                if item.optional_vars is not None:
                    self.define(item.optional_vars.id)
            self.body(s.body)
            self.scopes.pop()
        elif isinstance(s, (ast.If, ast.While)):
            self.expr(s.test)
            self.body(s.body)
            self.body(s.orelse)
        elif isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Subscript):
            self.expr(s.value)
            self.expr(s.targets[0].slice)
        elif isinstance(s, (ast.Assign, ast.AnnAssign)):
            text = ast.unparse(s.value) if s.value else ""
            shape = re.match(r"T\.(alloc|decl)_|[\w.]+\.view\(|T\.\w+\(\)$|T\.(func_)?attr|\(?T\.u?int\d+\(\)", text)
            if s.value is not None and not shape:
                self.expr(s.value)
            for n in ast.walk(s.targets[0] if isinstance(s, ast.Assign) else s.target):
                if isinstance(n, ast.Name):
                    self.define(n.id)
        elif isinstance(s, ast.Expr) and "func_attr" not in ast.unparse(s.value)[:12] and "T.attr" not in ast.unparse(s.value)[:7]:
            self.expr(s.value)


FLOAT = re.compile(r"\d+\.\d+(?:e[+-]?\d+)?")


def plain(text):
    """Without blanks and brackets; numbers as Python writes them, variables without what tells two of one name apart."""
    text = re.sub(r"\b([A-Za-z]\w*?)(_\d+)+\b", r"\1", text)
    return FLOAT.sub(lambda m: repr(float(m[0])), re.sub(r"[\s()]", "", text)).replace("\"", "'").replace(".elem_offset", "_elem_offset")


class Sort(ast.NodeTransformer):
    """Operands that commute in one order."""

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if type(node.op) in COMMUTES and ast.unparse(node.right) < ast.unparse(node.left):
            node.left, node.right = node.right, node.left
        return node


def forms(text):
    """The text of a computation as it is, and with its operands in one order."""
    try:
        return {plain(text), plain(ast.unparse(Sort().visit(ast.parse(text, mode="eval"))))}
    except SyntaxError:
        return {plain(text)}


def is_told(text, told):
    mine = forms(text)
    return bool(mine & told) or any(x.endswith("...") and m.startswith(x[:-3]) for x in told for m in mine)


class Expand(ast.NodeTransformer):
    """New names replaced by what they are bound to."""

    def __init__(self, tree):
        self.bound = {}
        for n in ast.walk(tree):
            if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name) and n.targets[0].id.startswith("cse_v") and \
                    isinstance(n.value, ast.Call) and ast.unparse(n.value.func) == "T.bind":
                self.bound[n.targets[0].id] = n.value.args[0]

    def visit_Name(self, node):
        value = self.bound.get(node.id)
        return self.visit(copy.deepcopy(value)) if value is not None else node


def left_over(tree, told, where):
    expand = Expand(tree)

    def full(e):
        return ast.unparse(expand.visit(copy.deepcopy(e)))
    for f in ast.walk(tree):
        if not isinstance(f, ast.FunctionDef):
            continue
        counter = Counter()
        for a in f.args.args:
            counter.define(a.arg)
        counter.body(f.body)
        for k, paths in counter.found.items():
            if len(paths) < 2 or "[" in full(counter.node[k]) or is_told(full(counter.node[k]), told):
                continue
            left = {next((t for t in map(full, reversed(path)) if is_told(t, told)), i) for i, path in enumerate(paths)}
            if len(left) > 1:
                yield f"{where}: {f.name}: '{full(counter.node[k])}' is left {len(left)} times, and nothing is told of it"


def misses(tirc, file, profile, temp):
    """Computations of the file that are repeated, unshared, and not explained."""
    options = [f"--cse-profile={profile}", "--cse-level=commutative", "--unroll-and-jam=0", "--no-promote-scalars", "--lanes=0"]
    done = subprocess.run([tirc, "--explain", "--emit=tir", "-O2", *options, file], capture_output=True, text=True,
                          timeout=300, check=False)
    if done.returncode:
        return [f"{file}: {done.stderr.splitlines()[0]}"]
    if "could not be proved" in done.stderr:  # that is the reason, of all of it
        return []
    told = set().union(*(forms(m[1]) for m in re.finditer(r"remark: '(.*)' (?:is computed|is not computed)", done.stderr)))
    try:
        return list(left_over(ast.parse(done.stdout), told, f"{file.parent.name}/{file.name} ({profile})"))
    except RecursionError:
        return []  # CPython's own limit


def random_texts(n, seed, temp):
    for i in range(n):
        file = temp / f"random{seed + i}.py"
        file.write_text(text_of([Case(Program(random.Random(seed + i)), f"f{i}", seed + i)]))
        yield file


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(HERE.parent / "build/release/bin/tirc"))
    p.add_argument("--profile", default="host,hexagon")
    p.add_argument("--random", type=int, default=0, help="random programs, too")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("texts", nargs="*", type=pathlib.Path)
    o = p.parse_args()
    with tempfile.TemporaryDirectory(prefix="tirc-explained-") as temp:
        temp = pathlib.Path(temp)
        files = o.texts or sorted((HERE / "corpus").glob("[a-d]*/lowered.py"))
        files += random_texts(o.random, o.seed, temp)
        with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
            work = [pool.submit(misses, o.tirc, f, profile, temp) for f in files for profile in o.profile.split(",")]
            bad = [line for w in work for line in w.result()]
    print("\n".join(bad) if bad else f"{len(files)} texts: all that is repeated and unshared is explained")
    return 1 if bad or not files else 0


if __name__ == "__main__":
    sys.exit(main())

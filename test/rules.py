#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rules.py [RULE...] [--z3=Z3] [-v]: the rules of test/rules/*.rules, proved by Z3.

Value numbering (cse/values.c, cse/linear.c) calls two expressions equal because of rules.  A rule
is two expressions in the notation of TIR; this program writes it as SMT-LIB for each type and
width, with the meaning that tir/tir.h gives the operators, asserts that it does not hold and
demands `unsat`.  Each rule has wrong variants that must be `sat`, so that a proof of nothing is
noticed.  test/rules/README.md explains the notation.

A rule's two sides trap for the same operands, or it does not hold; a shift out of range gives a
value that nothing is known of.
"""
import argparse
import ast
import itertools
import pathlib
import re
import subprocess
import sys
import time

import tables

WIDTHS = (8, 16, 32, 64)
FOLDER = pathlib.Path(__file__).resolve().parent / "rules"
FIELDS = {"types", "widths", "by", "with", "let", "if", "left", "right", "holds", "wrong", "of"}
FLOATS = {16: "Float16", 32: "Float32", 64: "Float64"}
EFFORT = 100_000_000  # Z3's own count of steps for a query; no clock, for machines differ and are busy


# ---- Theories ------------------------------------------------------------------------------
# Each says what an operator means.  A term is SMT-LIB text; every operation may add to self.traps
# (conditions under which it traps) and self.wraps (under which the exact result does not fit).

class Theory:
    """What all have in common: fresh names, and conditions met while a term is written."""

    def __init__(self, bits):
        self.bits, self.traps, self.wraps, self.vars, self.fresh = bits, [], [], {}, 0

    def variable(self, name):
        return self.vars.setdefault(name, name)

    def unknown(self):
        self.fresh += 1
        return self.variable(f"unknown{self.fresh}")

    def declarations(self):
        return "".join(f"(declare-const {v} {self.sort()})\n{self.bounds(v)}" for v in self.vars)

    def bounds(self, _name):
        return ""


class Bits(Theory):
    """int or uint of `bits` bits as a bit vector."""

    def __init__(self, bits, signed):
        super().__init__(bits)
        self.signed = signed

    def sort(self):
        return f"(_ BitVec {self.bits})"

    def number(self, n):
        return f"(_ bv{n % 2 ** self.bits} {self.bits})"

    def divide(self, op, a, b):
        zero = self.number(0)
        self.traps.append(f"(= {b} {zero})")
        if not self.signed:
            return f"({'bvudiv' if 'div' in op else 'bvurem'} {a} {b})"
        self.traps.append(f"(and (= {a} {self.number(2 ** (self.bits - 1))})"
                          f" (= {b} {self.number(-1)}))")
        q, r = f"(bvsdiv {a} {b})", f"(bvsrem {a} {b})"
        down = f"(and (distinct {r} {zero}) (xor (bvslt {r} {zero}) (bvslt {b} {zero})))"
        return {"truncdiv": q, "truncmod": r,
                "floordiv": f"(ite {down} (bvsub {q} {self.number(1)}) {q})",
                "floormod": f"(ite {down} (bvadd {r} {b}) {r})"}[op]

    def shift(self, left, a, b):
        op = "bvshl" if left else "bvashr" if self.signed else "bvlshr"
        return f"(ite (bvult {b} {self.number(self.bits)}) ({op} {a} {b}) {self.unknown()})"

    def binary(self, op, a, b):
        name = {"band": "bvand", "bor": "bvor", "bxor": "bvxor"}.get(op, "bv" + op)
        return f"({name} {a} {b})"

    def invert(self, a):
        return f"(bvnot {a})"

    def compare(self, op, a, b):
        if op == "==":
            return f"(= {a} {b})"
        name = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}[op]
        return f"(bv{'s' if self.signed else 'u'}{name} {a} {b})"

    def low(self, op, a, b):
        """The operation on 64 bits, its result cut: how the compiler computes with constants."""
        up = f"(_ zero_extend {64 - self.bits})"
        return f"((_ extract {self.bits - 1} 0) (bv{op} ({up} {a}) ({up} {b})))"

    def fits(self, a, b):
        """Does a * b fit?"""
        kind = "sign_extend" if self.signed else "zero_extend"
        wide = [f"((_ {kind} {self.bits}) {x})" for x in (a, b, f"(bvmul {a} {b})")]
        return f"(= (bvmul {wide[0]} {wide[1]}) {wide[2]})"


class Integers(Theory):
    """The same as whole numbers that wrap: Z3 divides these by constants without effort."""

    def __init__(self, bits, signed):
        super().__init__(bits)
        self.signed = signed

    def sort(self):
        return "Int"

    def range(self):
        return (-2 ** (self.bits - 1), 2 ** (self.bits - 1)) if self.signed else (0, 2 ** self.bits)

    def bounds(self, name):
        lo, hi = self.range()
        return f"(assert (and (<= {literal(lo)} {name}) (< {name} {hi})))\n"

    def wrap(self, exact):
        lo, hi = self.range()
        self.wraps.append(f"(not (and (<= {literal(lo)} {exact}) (< {exact} {hi})))")
        return f"(- (mod (+ {exact} {-lo}) {hi - lo}) {-lo})"

    def number(self, n):
        lo, hi = self.range()
        return literal((n - lo) % (hi - lo) + lo)

    def divide(self, op, a, b):
        self.traps.append(f"(= {b} 0)")
        if self.signed:
            self.traps.append(f"(and (= {a} {literal(self.range()[0])}) (= {b} (- 1)))")
        # SMT-LIB's div leaves a positive remainder; down and out lead to the floor and to zero
        inexact = f"(distinct (mod {a} {b}) 0)"
        down = f"(ite (and (< {b} 0) {inexact}) 1 0)"
        out = f"(ite (and (< {a} 0) {inexact}) (ite (> {b} 0) 1 (- 1)) 0)"
        floor, trunc = f"(- (div {a} {b}) {down})", f"(+ (div {a} {b}) {out})"
        return {"floordiv": floor, "floormod": f"(- {a} (* {b} {floor}))",
                "truncdiv": trunc, "truncmod": f"(- {a} (* {b} {trunc}))"}[op]

    def binary(self, op, a, b):
        return self.wrap(f"({dict(add='+', sub='-', mul='*')[op]} {a} {b})")

    def compare(self, op, a, b):
        return f"({'=' if op == '==' else op} {a} {b})"


class Numbers(Integers):
    """Whole numbers of any size: nothing wraps, nothing is out of range."""

    def __init__(self, bits, _signed=True):
        super().__init__(bits, True)

    def bounds(self, _name):
        return ""

    def wrap(self, exact):
        return exact

    def number(self, n):
        return literal(n)

    def divide(self, op, a, b):
        kept = len(self.traps)
        result = super().divide(op, a, b)
        del self.traps[kept + 1:]  # only x/0
        return result


class Floats(Theory):
    """IEEE floats; comparisons are ordered, != too; min and max are a < b ? a : b."""

    def sort(self):
        return FLOATS[self.bits]

    def binary(self, op, a, b):
        return f"(fp.{op} RNE {a} {b})"

    def compare(self, op, a, b):
        name = {"==": "eq", "<": "lt", "<=": "leq", ">": "gt", ">=": "geq"}[op]
        return f"(fp.{name} {a} {b})"

    def differ(self, a, b):
        return f"(or (fp.lt {a} {b}) (fp.gt {a} {b}))"


TYPES = {"int": lambda by, w: (Integers if by == "integers" else Bits)(w, True),
         "uint": lambda by, w: (Integers if by == "integers" else Bits)(w, False),
         "float": lambda by, w: Floats(w), "number": lambda by, w: Numbers(w)}


def literal(n):
    return str(n) if n >= 0 else f"(- {-n})"


# ---- Terms -----------------------------------------------------------------------------------
BINARY = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "band", ast.BitOr: "bor",
          ast.BitXor: "bxor"}
COMPARE = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
FOLD = {ast.Add: int.__add__, ast.Sub: int.__sub__, ast.Mult: int.__mul__, ast.Pow: int.__pow__}
DIVISIONS = {"truncdiv", "truncmod", "floordiv", "floormod"}


class Writer:
    """Terms of one theory.  Python's int stands for a constant, str for SMT-LIB text."""

    def __init__(self, theory, names):
        self.t, self.names, self.bools = theory, dict(names), set()

    def text(self, x):
        return self.t.number(x) if isinstance(x, int) and not isinstance(x, bool) else x

    def term(self, source):
        return self.text(self.visit(ast.parse(source.strip(), mode="eval").body))

    def visit(self, e):
        return getattr(self, "visit_" + type(e).__name__)(e)

    def visit_Constant(self, e):
        return {True: "true", False: "false"}[e.value] if isinstance(e.value, bool) else e.value

    def visit_Name(self, e):
        if e.id == "w":
            return self.t.bits
        return self.names[e.id] if e.id in self.names else self.t.variable(e.id)

    def visit_BinOp(self, e):
        a, b, op = self.visit(e.left), self.visit(e.right), type(e.op)
        if isinstance(a, int) and isinstance(b, int) and op in FOLD:
            return FOLD[op](a, b)
        a, b = self.text(a), self.text(b)
        if op in (ast.LShift, ast.RShift):
            return self.t.shift(op is ast.LShift, a, b)
        if op in (ast.FloorDiv, ast.Mod):
            return self.t.divide("floordiv" if op is ast.FloorDiv else "floormod", a, b)
        return self.t.binary(BINARY[op], a, b)

    def visit_UnaryOp(self, e):
        a = self.visit(e.operand)
        if isinstance(e.op, ast.Not):
            return f"(not {a})"
        if isinstance(e.op, ast.Invert):
            return self.t.invert(self.text(a))
        return -a if isinstance(a, int) else self.t.binary("sub", self.t.number(0), a)

    def comparison(self, op, a, b):
        if op == "!=":
            return self.t.differ(a, b) if isinstance(self.t, Floats) else f"(distinct {a} {b})"
        return self.t.compare(op, a, b)

    def visit_Compare(self, e):
        terms = [self.text(self.visit(x)) for x in (e.left, *e.comparators)]
        parts = [self.comparison(COMPARE[type(op)], a, b)
                 for op, a, b in zip(e.ops, terms, terms[1:])]
        return parts[0] if len(parts) == 1 else f"(and {' '.join(parts)})"

    def visit_BoolOp(self, e):
        name = "and" if isinstance(e.op, ast.And) else "or"
        return f"({name} {' '.join(self.visit(x) for x in e.values)})"

    def visit_IfExp(self, e):
        return (f"(ite {self.visit(e.test)} {self.text(self.visit(e.body))}"
                f" {self.text(self.visit(e.orelse))})")

    def visit_Call(self, e):
        args = [self.text(self.visit(x)) for x in e.args]
        return getattr(self, "call_" + e.func.id)(*args)

    def call_min(self, a, b):
        return f"(ite {self.t.compare('<', a, b)} {a} {b})"

    def call_max(self, a, b):
        return f"(ite {self.t.compare('>', a, b)} {a} {b})"

    def call_truncdiv(self, a, b):
        return self.t.divide("truncdiv", a, b)

    def call_truncmod(self, a, b):
        return self.t.divide("truncmod", a, b)

    def call_ramp(self, base, stride):  # its lane number `lane`
        return self.t.binary("add", base, self.t.binary("mul", stride, self.t.variable("lane")))

    def call_broadcast(self, a):
        return a

    def call_fits(self, a, b):
        return self.t.fits(a, b)

    def call_implies(self, a, b):
        return f"(=> {a} {b})"

    def call_low_sum(self, a, b):
        return self.t.low("add", a, b)

    def call_low_product(self, a, b):
        return self.t.low("mul", a, b)

    def side(self, source):
        """The term, and the condition under which it traps."""
        self.t.traps = []
        return self.term(source), disjunction(self.t.traps)


def disjunction(conditions):
    return f"(or false {' '.join(conditions)})"


# ---- Rules -----------------------------------------------------------------------------------
class Rule:
    def __init__(self, name, where):
        self.name, self.where, self.field, self.lets, self.wrongs = name, where, {}, [], []
        self.field.update(types="int uint", widths=" ".join(map(str, WIDTHS)), by="bits")

    def set(self, name, value):
        if name not in FIELDS:
            raise SystemExit(f"{self.where}: unknown field {name}")
        if name == "let":
            self.lets.append(re.split(r"\s*=\s*", value, maxsplit=1))
        elif name == "wrong":
            self.wrongs.append(re.split(r"\s+", value, maxsplit=1))
        else:
            self.field[name] = value

    def changed(self, name, value):
        other = type(self)(self.name, self.where)
        other.field, other.lets = dict(self.field), list(self.lets)
        if name == "let":
            key, term = re.split(r"\s*=\s*", value, maxsplit=1)
            other.lets = [[k, term if k == key else t] for k, t in self.lets]
        elif value == "nothing":
            del other.field[name]
        else:
            other.set(name, value)
        return other

    def constants(self, bits):
        """The values of the constants of `with`, every combination."""
        lists = []
        for part in filter(None, self.field.get("with", "").split(";")):
            names, values = part.split(" in ")
            names = names.replace(",", " ").split()
            values = eval(values, {"__builtins__": {"range": range}}, {"w": bits})
            lists.append([list(zip(names, v if len(names) > 1 else (v,))) for v in values])
        for choice in itertools.product(*lists):
            yield dict(itertools.chain(*choice))

    def goal(self, kind, bits, constants):
        """A query that is unsat if the rule holds."""
        theory = TYPES[kind](self.field["by"], bits)
        w = Writer(theory, constants)
        for name, term in self.lets:
            value = w.visit(ast.parse(term, mode="eval").body)
            w.names[name] = value
        wraps = list(theory.wraps)
        condition = w.term(self.field.get("if", "True"))
        if "holds" in self.field:
            claim = w.term(self.field["holds"])
            claim = f"(and {claim} (not {disjunction(wraps)}))" if wraps else claim
        else:
            (a, ta), (b, tb) = w.side(self.field["left"]), w.side(self.field["right"])
            claim = f"(and (= {ta} {tb}) (or {ta} (= {a} {b})))"
        return f"{theory.declarations()}(assert {condition})\n(assert (not {claim}))\n"

    def goals(self):
        """(type, width) and its queries."""
        for kind in self.field["types"].split():
            for bits in map(int, self.field["widths"].split()):
                if kind == "float" and bits not in FLOATS:
                    continue
                yield f"{kind}{bits}", [self.goal(kind, bits, c) for c in self.constants(bits)]


def read_rules(path, kind=Rule):
    rules = []
    text = path.read_text().replace("\\\n", " ")  # a line ending in \ goes on
    for line in text.splitlines():
        line = line.split("#")[0].rstrip()
        if not line:
            continue
        if line.startswith("["):
            rules.append(kind(line.strip("[]"), path.name))
        else:
            name, _, value = line.strip().partition(" ")
            rules[-1].set(name, value.strip())
    return rules


# ---- Z3 ----------------------------------------------------------------------------------------
TACTICS = {"bits": "(then (using-params simplify :som true) smt)",
           "integers": "(then simplify smt)",
           "circuits": "(then simplify fpa2bv simplify bit-blast sat)"}


def ask(z3, tactic, goals):
    """Z3's answer to each query."""
    query = f"(check-sat-using {tactic})"
    text = f"(set-option :rlimit {EFFORT})\n" + "".join(f"(push)\n{g}{query}\n(pop)\n" for g in goals)
    run = subprocess.run([z3, "-in", "-smt2"], input=text, text=True,
                         capture_output=True, check=False)
    answers = run.stdout.split("\n")[:-1]
    if len(answers) != len(goals) or any(a not in ("sat", "unsat", "unknown") for a in answers):
        raise SystemExit(f"rules: z3 did not understand:\n{run.stdout}{run.stderr}")
    return answers


def check(z3, rule):
    """What is wrong with the rule, and how many proofs it took."""
    bad, count = [], 0
    if not rule.wrongs:
        bad.append("has no wrong variant")
    groups = [(name, goals, None) for name, goals in rule.goals()]
    for field, value in rule.wrongs:  # a few constants do
        groups += [(name, goals[:: max(1, len(goals) // 3)], f"{field} {value}")
                   for name, goals in rule.changed(field, value).goals()]
    tactic = TACTICS[rule.field["by"]]
    answers = iter(ask(z3, tactic, [g for _, goals, _ in groups for g in goals]))
    for name, goals, wrong in groups:
        got = [next(answers) for _ in goals]
        if wrong is None:
            count += len(goals)
            if set(got) != {"unsat"}:
                bad.append(f"{name}: not proved ({', '.join(sorted(set(got)))})")
        elif "sat" not in got:
            bad.append(f"{name}: with wrong {wrong}: no counterexample found")
    return bad, count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rule", nargs="*")
    parser.add_argument("--z3", default="z3")
    parser.add_argument("-v", action="store_true", help="a line for each rule")
    tables.add_option(parser)
    args = parser.parse_args()
    rules = [r for path in sorted(FOLDER.glob("*.rules")) for r in read_rules(path)]
    chosen = [r for r in rules if not args.rule or r.name in args.rule]
    if not chosen:
        raise SystemExit("rules: there is no such rule")
    proofs, failed = 0, 0
    for rule in chosen:
        start = time.monotonic()
        bad, count = check(args.z3, rule)
        proofs += count
        failed += bool(bad)
        if args.v:
            print(f"{'FAIL' if bad else 'ok  '} {rule.name:32} {count:4} proofs"
                  f" {time.monotonic() - start:6.2f} s", flush=True)
        for message in bad:
            print(f"{rule.where}: {rule.name}: {message}")
    shown = tables.Tables()
    shown.add(["rules", "proofs by Z3", "failed"], [[len(chosen), proofs, failed]])
    shown.write(args.tables)
    print(f"rules: {len(chosen)} rules, {proofs} proofs, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

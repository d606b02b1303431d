#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lane_rules.py [RULE...] [--z3=Z3] [-v]: what lowering/hexagon/ takes instructions of HVX for, proved by Z3.

A rule of test/rules/instructions.lanes says that two things are equal: at its left an expression of TIR on one lane, at its right the
instructions that lowering makes of it.  target/instructions.def has their meanings, and test/instructions.py compares these with qemu.  Operands have types, all numbers are those
of bit vectors.  An operand with more bits than an instruction's lanes is as many of these, the lowest first.
"""
import argparse
import ast
import functools
import pathlib
import re
import sys
import time

import instructions
import rules

FILE = pathlib.Path(__file__).resolve().parent / "rules/instructions.lanes"
ARITHMETIC = {ast.Add: "bvadd", ast.Sub: "bvsub", ast.Mult: "bvmul", ast.BitAnd: "bvand", ast.BitOr: "bvor", ast.BitXor: "bvxor"}
FOLD = {**rules.FOLD, ast.FloorDiv: int.__floordiv__, ast.Mod: int.__mod__, ast.LShift: int.__lshift__, ast.BitAnd: int.__and__}
RELATION = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}


class Lane:
    """A number of some bits as SMT-LIB text; of one bit it is a truth."""

    def __init__(self, text, bits, signed):
        self.text, self.bits, self.signed = text, bits, signed

    def cast(self, bits, signed):
        if bits > self.bits:
            return Lane(f"((_ {'sign' if self.signed else 'zero'}_extend {bits - self.bits}) {self.text})", bits, signed)
        return Lane(self.text if bits == self.bits else f"((_ extract {bits - 1} 0) {self.text})", bits, signed)

    def part(self, k, bits, signed):
        return Lane(f"((_ extract {k * bits + bits - 1} {k * bits}) {self.text})", bits, signed)


def number(n, bits, signed):
    return Lane(f"(_ bv{n % 2 ** bits} {bits})", bits, signed)


def type_of(name):
    m = re.fullmatch(r"(u?)int(\d+)", name)
    return int(m[2]), not m[1]


@functools.cache
def table():
    return {row.symbol: row for row in instructions.table()}


class Writer:
    """Terms; Python's int is a constant of any type.  operands: what an instruction's meaning has, by name."""

    def __init__(self, names, operands=None):
        self.names, self.operands = names, operands or {}

    def visit(self, e):
        return getattr(self, "visit_" + type(e).__name__)(e)

    def pair(self, a, b):
        """Both of one type."""
        if isinstance(a, int) and isinstance(b, int):
            return number(a, 32, True), number(b, 32, True)
        a = number(a, b.bits, b.signed) if isinstance(a, int) else a
        b = number(b, a.bits, a.signed) if isinstance(b, int) else b
        if (a.bits, a.signed) != (b.bits, b.signed):
            raise SystemExit(f"lane_rules: operands of {a.bits} and {b.bits} bits: {a.text}, {b.text}")
        return a, b

    def visit_Constant(self, e):
        return e.value

    def visit_Name(self, e):
        return self.names[e.id]

    def visit_UnaryOp(self, e):
        x = self.visit(e.operand)
        return -x if isinstance(x, int) else Lane(f"({'not' if isinstance(e.op, ast.Not) else 'bvneg'} {x.text})", x.bits, x.signed)

    def visit_BinOp(self, e):
        a, b, op = self.visit(e.left), self.visit(e.right), type(e.op)
        if isinstance(a, int) and isinstance(b, int):
            return FOLD[op](a, b)
        a, b = self.pair(a, b)
        name = "bvshl" if op is ast.LShift else ("bvashr" if a.signed else "bvlshr") if op is ast.RShift else ARITHMETIC[op]
        return Lane(f"({name} {a.text} {b.text})", a.bits, a.signed)

    def visit_Compare(self, e):
        a, b = self.visit(e.left), self.visit(e.comparators[0])
        op = type(e.ops[0])
        a, b = self.pair(a, b)
        if op in (ast.Eq, ast.NotEq):
            return Lane(f"({'=' if op is ast.Eq else 'distinct'} {a.text} {b.text})", 1, False)
        return Lane(f"(bv{'s' if a.signed else 'u'}{RELATION[op]} {a.text} {b.text})", 1, False)

    def visit_BoolOp(self, e):
        name = "and" if isinstance(e.op, ast.And) else "or"
        return Lane(f"({name} {' '.join(self.visit(x).text for x in e.values)})", 1, False)

    def visit_Subscript(self, e):
        """A lane of an operand of an instruction."""
        operand, value = self.operands[e.value.id]
        k, (bits, signed) = self.visit(e.slice), type_of(operand.dtype)
        if isinstance(value, int):
            value = number(value, max(bits, 32), signed)
        return value.part(k % (value.bits // bits), bits, signed)

    def visit_Call(self, e):
        if isinstance(e.func, ast.Name):
            return self.instruction(table()[e.func.id], [self.visit(x) for x in e.args])
        args, name = [self.visit(x) for x in e.args], e.func.attr
        if name in ("max", "min"):
            a, b = self.pair(*args)
            return Lane(f"(ite (bv{'s' if a.signed else 'u'}{'gt' if name == 'max' else 'lt'} {a.text} {b.text}) {a.text} {b.text})", a.bits, a.signed)
        if name in ("Select", "if_then_else"):
            if isinstance(args[0], bool):
                return args[1 if args[0] else 2]
            a, b = self.pair(*args[1:])
            return Lane(f"(ite {args[0].text} {a.text} {b.text})", a.bits, a.signed)
        bits, signed = type_of(name)
        return number(args[0], bits, signed) if isinstance(args[0], int) else args[0].cast(bits, signed)

    def instruction(self, row, args):
        """Lane 0 of what it makes."""
        operands = {x.name: (x, value) for x, value in zip(row.operands, args, strict=True)}
        out = Lanes(operands).visit(ast.parse(row.meaning, mode="eval").body)
        return out.cast(*type_of(row.result.dtype))


class Lanes(Writer):
    """A meaning: indices are known, and conditions on them."""

    def __init__(self, operands):
        super().__init__({"i": 0}, operands)

    def visit_Compare(self, e):
        a, b = self.visit(e.left), self.visit(e.comparators[0])
        if isinstance(a, int) and isinstance(b, int):
            return {ast.Eq: a == b, ast.GtE: a >= b}[type(e.ops[0])]
        return super().visit_Compare(e)


class Rule(rules.Rule):
    def operands(self):
        return {name: type_of(t) for name, t in (x.split() for x in self.field["of"].split(","))}

    def goal(self, constants):
        operands = self.operands()
        w = Writer({**constants, **{name: Lane(name, *t) for name, t in operands.items()}})
        term = {name: w.visit(ast.parse(self.field[name].strip(), mode="eval").body) for name in ("if", "left", "right") if name in self.field}
        declared = "".join(f"(declare-const {name} (_ BitVec {bits}))\n" for name, (bits, _) in operands.items())
        condition = f"(assert {term['if'].text})\n" if "if" in term else ""
        left, right = w.pair(term["left"], term["right"].cast(term["right"].bits, term["left"].signed))
        return f"{declared}{condition}(assert (distinct {left.text} {right.text}))\n"

    def goals(self):
        yield "lanes", [self.goal(c) for c in self.constants(0)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rule", nargs="*")
    parser.add_argument("--z3", default="z3")
    parser.add_argument("-v", action="store_true", help="a line for each rule")
    args = parser.parse_args()
    proofs = failed = 0
    chosen = [r for r in rules.read_rules(FILE, Rule) if not args.rule or r.name in args.rule]
    for rule in chosen:
        start = time.monotonic()
        bad, count = rules.check(args.z3, rule)
        proofs, failed = proofs + count, failed + bool(bad)
        if args.v:
            print(f"{'FAIL' if bad else 'ok  '} {rule.name:32} {count:4} proofs {time.monotonic() - start:6.2f} s", flush=True)
        for message in bad:
            print(f"{rule.name}: {message}")
    print(f"lane_rules: {len(chosen)} rules, {proofs} proofs, {failed} failed")
    return bool(failed or not chosen)


if __name__ == "__main__":
    sys.exit(main())

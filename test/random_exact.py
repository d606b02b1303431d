#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of kernels whose buffers have no byte to spare.

    test/random_exact.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

A program is some loop nests over buffers of their own, of integers of 8, 16 and 32 bits that hold any value.  Each buffer
ends behind the last element that is touched, so what reads or writes behind it meets a guard.  Indices are rows in any
order, strided, reversed, cut into digits, shifted, padded or looked up; elements are stored once, several times, in place
or from what other iterations stored; sums run along, across or over windows.  Some extents are parameters.  In a part of
the programs a caller puts all buffers into one memory, so that they overlap at any distance.  All levels of optimisation
and several processors are tried by the JIT and, with --qemu, on Hexagon: the bits must be the interpreter's of the program
as it stands.  Operands of 32 bits are chosen by their ranges, so that nothing overflows."""
import random
import sys

import numpy as np

import random_nests

NESTS = 4
TYPES = ("int8", "uint8", "int16", "uint16", "int32", "uint32")
EXTENTS = (1, 2, 3, 4, 5, 7, 8, 12, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 96, 100, 127, 128, 129, 160, 192, 200, 255, 256, 257, 300)
LANES = ("0", "auto", "auto", "all", "16", "64", "128")
LEVELS = ("-O0", "-O1", "-O2", "-O2", "-O3", "-O3", "-Os")
MOST = 6000  # iterations of a nest


def bits(ty):
    return int(ty.lstrip("uint"))


def span(ty):
    n = bits(ty)
    return (0, 2**n - 1) if ty[0] == "u" else (-2**(n - 1), 2**(n - 1) - 1)


class Value:
    """Text of an expression, its type and its range."""

    def __init__(self, text, ty, lo=None, hi=None):
        full = span(ty)
        if lo is None or lo < full[0] or hi > full[1]:
            lo, hi = full
        self.text, self.ty, self.lo, self.hi = text, ty, lo, hi

    def cast(self, ty):
        return self if ty == self.ty else Value(f'T.Cast("{ty}", {self.text})', ty, self.lo, self.hi)


def number(ty, n):
    return Value(str(n) if ty == "int32" else f"T.{ty}({n})", ty, n, n)


class Buffer:
    def __init__(self, name, ty):
        self.name, self.ty, self.least, self.most, self.whole = name, ty, 0, 0, False

    def at(self, lo, hi):
        self.least, self.most = min(self.least, lo), max(self.most, hi)


class Loop:
    def __init__(self, name, extent, text):
        self.name, self.extent, self.text = name, extent, text


class Nest:
    def __init__(self, rng, number_, arguments):
        r = self.rng = rng
        self.number, self.fresh = number_, 0
        self.inputs = [self.buffer("I", k) for k in range(r.choice([1, 1, 2, 2, 3]))]
        self.outputs = [self.buffer("O", k) for k in range(r.choice([1, 1, 1, 2]))]
        if r.random() < .2:
            self.outputs[0].ty = self.inputs[0].ty
        self.table = Buffer(f"L{number_}", r.choice(TYPES))
        self.loops = self.choose_loops(arguments)
        self.body = []
        kind = r.choices(["plain", "sum", "scan", "place"], [6, 4, 1, 2])[0]
        getattr(self, kind)()

    def buffer(self, letter, k):
        return Buffer(f"{letter}{self.number}_{k}", self.rng.choice(TYPES))

    def choose_loops(self, arguments):
        r, loops, total = self.rng, [], 1
        for k in range(r.choice([1, 1, 2, 2, 3])):
            e = r.choice([e for e in EXTENTS if total * e <= MOST])
            text = str(e)
            if r.random() < .15 and total * arguments["n"] <= MOST:
                e, text = arguments["n"], "n"
            total *= max(e, 1)
            loops.append(Loop(f"i{self.number}_{k}", e, text))
        r.shuffle(loops)
        self.total = total
        return loops

    # ---- Indices
    def index(self, b, loops, injective=False):
        """A text over some loops; b grows to hold it."""
        r = self.rng
        loops = list(loops)
        if r.random() < .3:
            r.shuffle(loops)
        if not injective and len(loops) > 1 and r.random() < .2:
            loops.pop(r.randrange(len(loops)))
        words, at, lo, hi = [], 1, 0, 0
        for k, v in enumerate(reversed(loops)):
            e, form, last = v.extent, r.random(), k == 0
            if e <= 0:
                words.append(f"{v.name} * {at}")
                continue
            if form < .07:  # backwards
                words.append(f"({e - 1} - {v.name}) * {at}")
                hi += (e - 1) * at
                room = e
            elif form < .14 and last:  # every second, every third
                step = r.choice([2, 2, 3, 4])
                words.append(f"{v.name} * {step * at}")
                hi += (e - 1) * at * step
                room = (e - 1) * step + r.choice([1, step])
            elif form < .22 and e > 3:  # digits
                d = r.choice([2, 4, 8, 16, 32])
                up = (e + d - 1) // d
                if r.random() < .5:
                    words.append(f"{v.name} % {d} * {at * up} + {v.name} // {d} * {at}")
                else:
                    words.append(f"{v.name} // {d} * {at * d} + ({d - 1} - {v.name} % {d}) * {at}")
                hi += (up * d - 1) * at
                room = up * d
            elif form < .26 and not injective:
                words.append(f"{v.name} // 2 * {at}")
                hi += (e - 1) // 2 * at
                room = (e + 1) // 2
            else:
                words.append(v.name if at == 1 else f"{v.name} * {at}")
                hi += (e - 1) * at
                room = e
            at *= room + (r.choice([0, 0, 0, 0, 1, 2, 3, 28]) if r.random() < .3 else 0)
        shift = r.choice([0, 0, 0, 0, 1, 2, 3, 5, 16, 31, 64, 100])
        text = " + ".join(reversed(words)) + (f" + {shift}" if shift else "")
        b.at(lo + shift, hi + shift)
        return text

    def load(self, loops):
        r = self.rng
        if r.random() < .06:
            v = r.choice(loops)
            return Value(v.name, "int32", 0, max(v.extent - 1, 0))
        b = r.choice(self.inputs)
        if r.random() < .06 and self.total < 2000:
            narrow = [x for x in self.inputs if x.ty == "uint8"]
            if narrow:
                self.table.at(0, 255)
                x = r.choice(narrow)
                return Value(f'{self.table.name}[T.Cast("int32", {x.name}[{self.index(x, loops)}])]', self.table.ty)
        if r.random() < .08:  # padded
            v = r.choice(loops)
            p, e = r.choice([1, 2, 3]), v.extent
            if e > p:
                b.at(0, e - 1)
                more = r.choice(["", f" and {v.name} < {e - 1}"])
                return Value(f"T.if_then_else({p} <= {v.name}{more}, {b.name}[{v.name} - {p}], T.{b.ty}(0))", b.ty)
        return Value(f"{b.name}[{self.index(b, loops)}]", b.ty)

    # ---- Values
    def pair(self, depth, loops):
        r = self.rng
        a, b = self.value(depth - 1, loops), self.value(depth - 1, loops)
        ty = r.choice([a.ty, b.ty, "int32", "int32", "int16"])
        return a.cast(ty), b.cast(ty), ty

    def value(self, depth, loops):
        r = self.rng
        if depth <= 0 or r.random() < .15:
            return self.load(loops)
        op = r.choice(["+", "-", "*", "+", "-", "*", "min", "max", "&", "|", "^", ">>", "<<", "//", "%", "select", "cast", "const",
                       "clamp", "round", "avg", "absd", "where", "qms"])
        if op == "cast":
            return self.value(depth - 1, loops).cast(r.choice(TYPES))
        if op == "const":
            a = self.value(depth - 1, loops)
            lo, hi = span(a.ty)
            c = number(a.ty, r.choice([c for c in (1, 2, 3, 5, 7, 16, 100, 127, -1, -3, -128, 1000, 255, 32767, lo, hi)
                                       if lo <= c <= hi]))
            return self.combine(r.choice(["+", "-", "*", "min", "max"]), a, c, a.ty)
        if op == "clamp":
            a = self.value(depth - 1, loops).cast("int32")
            to = r.choice(["int8", "uint8", "int16", "uint16"])
            lo, hi = span(to)
            lo += r.choice([0, 0, 3])
            return Value(f'T.Cast("{to}", T.max(T.min({a.text}, {hi}), {lo}))', to, lo, hi)
        if op == "round":
            a = self.value(depth - 1, loops).cast("int32")
            s = r.choice([1, 2, 4, 7, 8, 15, 16])
            c = 1 << (s - 1)
            if a.hi + c < 2**31:
                return Value(f"({a.text} + {c} >> {s})", "int32", a.lo + c >> s, a.hi + c >> s)
            return a
        if op == "avg":
            a, b = self.value(depth - 1, loops).cast("int16"), self.value(depth - 1, loops).cast("int16")
            a, b, c = a.cast("int32"), b.cast("int32"), r.choice([0, 1])
            return Value(f"({a.text} + {b.text} + {c} >> 1)", "int32", a.lo + b.lo + c >> 1, a.hi + b.hi + c >> 1)
        if op == "absd":
            ty = r.choice(["int8", "uint8", "int16"])
            a, b = (self.value(depth - 1, loops).cast(ty).cast("int32") for _ in range(2))
            return Value(f"T.abs({a.text} - {b.text})", "int32", 0, max(abs(a.lo - b.hi), abs(a.hi - b.lo)))
        if op == "qms":
            a = self.value(depth - 1, loops).cast("int32")
            return Value(f"T.q_multiply_shift({a.text}, {r.choice([1 << 30, 1518500250, 2147483647, 1073741825])}, 31, "
                         f"{r.choice([0, -1, -3, -7])})", "int32")
        if op == "where":
            a, b, ty = self.pair(depth, loops)
            v = r.choice(loops)
            c = r.choice([f"{v.name} < {r.randrange(v.extent + 2)}", f"{v.name} % 2 == 0", f"{v.name} == {r.randrange(v.extent + 1)}"])
            return Value(f"T.if_then_else({c}, {a.text}, {b.text})", ty, min(a.lo, b.lo), max(a.hi, b.hi))
        a, b, ty = self.pair(depth, loops)
        return self.combine(op, a, b, ty)

    def combine(self, op, a, b, ty):
        """One operation, with operands made smaller where 32 bits would overflow."""
        r, full = self.rng, span(ty)
        if op in ("min", "max"):
            return Value(f"T.{op}({a.text}, {b.text})", ty, min(a.lo, b.lo), max(a.hi, b.hi))
        if op in ("&", "|", "^"):
            return Value(f"({a.text} {op} {b.text})", ty)
        if op == "select":
            c = r.choice(["<", "<=", "==", "!="])
            return Value(f"T.Select({a.text} {c} {b.text}, {a.text if r.random() < .5 else number(ty, 1).text}, {b.text})", ty)
        if op == ">>":
            s = r.randrange(bits(ty))
            return Value(f"({a.text} >> {number(ty, s).text})", ty, a.lo >> s, a.hi >> s)
        if op == "<<":
            s = r.randrange(min(bits(ty), 8))
            if ty == "int32" and (a.lo << s < full[0] or a.hi << s > full[1]):
                return a
            return Value(f"({a.text} << {number(ty, s).text})", ty, a.lo << s, a.hi << s)
        if op in ("//", "%"):
            c = r.choice([2, 3, 4, 5, 9, 16, 25, 100])
            if op == "//":
                return Value(f"({a.text} // {number(ty, c).text})", ty, a.lo // c, a.hi // c)
            return Value(f"({a.text} % {number(ty, c).text})", ty, 0, c - 1)

        def bounds(a, b):
            all_ = {"+": [a.lo + b.lo, a.hi + b.hi], "-": [a.lo - b.hi, a.hi - b.lo],
                    "*": [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]}[op]
            return min(all_), max(all_)
        lo, hi = bounds(a, b)
        if ty == "int32" and (lo < full[0] or hi > full[1]):
            small = r.choice(["int16", "int8", "uint8"])
            a, b = a.cast(small).cast(ty), b.cast(small).cast(ty)
            lo, hi = bounds(a, b)
        return Value(f"({a.text} {op} {b.text})", ty, lo, hi)

    # ---- Bodies
    def open(self, lines, loops, depth):
        for v in loops:
            lines.append("    " * depth + f"for {v.name} in range({v.text}):")
            depth += 1
        return depth

    def plain(self):
        r, lines = self.rng, []
        d = self.open(lines, self.loops, 1)
        for o in self.outputs:
            injective = r.random() < .8
            i = self.index(o, self.loops, injective)
            v = self.value(r.choice([0, 1, 1, 2, 2, 3]), self.loops).cast(o.ty)
            k = d
            if r.random() < .15:
                w = r.choice(self.loops)
                lines.append("    " * k + f"if {w.name} {r.choice(['<', '!=', '>='])} {r.randrange(w.extent + 1)}:")
                k += 1
            if r.random() < .1:
                x = self.load(self.loops)
                lines.append("    " * k + f"if {x.text} < {number(x.ty, 3).text}:")
                k += 1
            lines.append("    " * k + f"{o.name}[{i}] = {v.text}")
        self.body = lines

    def sum(self):
        """Sums, extremes and products over inner loops, or across outer ones."""
        r, lines, o = self.rng, [], self.outputs[0]
        del self.outputs[1:]
        self.fresh += 1
        e = r.choice([2, 3, 4, 5, 8, 9, 16, 27, 64])
        while self.total * e > 4 * MOST and e > 2:
            e //= 2
        inner = [Loop(f"k{self.number}", e, str(e))]
        if r.random() < .3:
            inner.append(Loop(f"q{self.number}", 3, "3"))
        acc = r.choice(["int32", "int32", "int32", o.ty])
        loops = self.loops + inner
        x = self.window(inner) if r.random() < .5 else self.value(r.choice([0, 1, 2]), loops)
        if acc == "int32":
            x = x.cast("int32") if abs(x.lo) < 2**23 and x.hi < 2**23 else x.cast("int16").cast("int32")
        x = x.cast(acc)
        most = 1
        for v in inner:
            most *= v.extent
        how = r.choice(["+", "+", "+", "max", "min"])
        step = (lambda a: f"{a} + {x.text}") if how == "+" else (lambda a: f"T.{how}({a}, {x.text})")
        total = Value("", acc, min(most * x.lo, x.lo, 0), max(most * x.hi, x.hi, 0)) if how == "+" else Value("", acc, min(x.lo, 0), max(x.hi, 0))
        start = number(acc, 0).text
        form = r.choice(["own", "memory", "memory", "across"])
        if acc != o.ty:
            form = "own"
        if form == "own":
            d = self.open(lines, self.loops, 1)
            a = f"acc{self.number}"
            lines.insert(0, f'    {a} = T.alloc_buffer((1,), "{acc}")')
            lines.append("    " * d + f"{a}[0] = {start}")
            k = self.open(lines, inner, d)
            lines.append("    " * k + f"{a}[0] = {step(a + '[0]')}")
            v = Value(f"{a}[0]", acc, total.lo, total.hi)
            if r.random() < .5:
                v = self.combine(r.choice([">>", "//", "min", "+", "*"]), v, number(acc, r.choice([2, 3, 7])), acc)
            lines.append("    " * d + f"{o.name}[{self.index(o, self.loops, True)}] = {v.cast(o.ty).text}")
        else:
            i = self.index(o, self.loops, r.random() < .8)
            order = inner + self.loops if form == "across" else self.loops + inner
            if r.random() < .3:
                r.shuffle(order)
            if r.random() < .6:
                d = self.open(lines, self.loops, 1)
                lines.append("    " * d + f"{o.name}[{i}] = {start}")
            if acc == "int32" and how == "+":  # what lies there may be large
                lines.append(f"    for z{self.number} in range({o.most + 1}):")
                lines.append(f"        {o.name}[z{self.number}] = {o.name}[z{self.number}] & 255")
            if acc == "int32" and how == "+" and " // 2" in i or total.hi > 2**29:
                step = lambda a: f"({a} & 65535) + {x.text}"
            d = self.open(lines, order, 1)
            lines.append("    " * d + f"{o.name}[{i}] = {step(f'{o.name}[{i}]')}")
        self.body = lines

    def window(self, inner):
        r, w = self.rng, self.rng.choice(self.loops)
        b = r.choice(self.inputs)
        k = inner[0]
        step = r.choice([1, 1, 1, 2])
        row = (w.extent - 1) * step + k.extent
        rest = [v for v in self.loops if v is not w and r.random() < .7]
        words, at = [f"{w.name} * {step} + {k.name}" if step > 1 else f"{w.name} + {k.name}"], max(row, 1)
        most = row - 1
        for v in rest:
            words.append(f"{v.name} * {at}")
            most += max(v.extent - 1, 0) * at
            at *= max(v.extent, 1)
        if len(inner) > 1:
            words.append(f"{inner[1].name} * {at}")
            most += 2 * at
        b.at(0, most)
        x = Value(f"{b.name}[{' + '.join(reversed(words))}]", b.ty)
        if r.random() < .6:
            c = r.choice(self.inputs)
            c.at(0, k.extent - 1)
            y = Value(f"{c.name}[{k.name}]", c.ty)
            if r.random() < .3:
                y = self.load(self.loops + inner)
            x = self.combine("*", x.cast("int32"), y.cast("int32"), "int32")
        return x

    def scan(self):
        """What an iteration stores is read by a later one."""
        r, lines, o = self.rng, [], self.outputs[0]
        del self.outputs[1:]
        d = self.open(lines, self.loops, 1)
        v = self.loops[-1]
        back = r.choice([-3, -1, 1, 2, 4, 16, 32, 33, 64, 100, 128])
        rest = "".join(f" + {w.name} * {r.choice([0, max(v.extent, 1), 1])}" for w in self.loops[:-1])
        o.at(0, 130 + sum(max(w.extent, 1) * max(v.extent, 1) for w in self.loops))
        x = self.value(1, self.loops).cast(o.ty)
        old = Value(f"{o.name}[{v.name}{rest} + {3 + max(0, -back) if back < 0 else 3}]", o.ty)
        lines.append("    " * d + f"{o.name}[{v.name}{rest} + {3 + max(back, 0)}] = {self.combine(r.choice(['+', 'max', '-', '^']), old, x, o.ty).text}")
        self.body = lines

    def place(self):
        """Elements changed where they lie; each once, or several times."""
        r, lines, o = self.rng, [], self.outputs[0]
        del self.outputs[1:]
        d = self.open(lines, self.loops, 1)
        i = self.index(o, self.loops, r.random() < .8)
        old = Value(f"{o.name}[{i}]", o.ty)
        x = self.value(r.choice([0, 1, 2]), self.loops).cast(o.ty)
        if r.random() < .3:
            x = number(o.ty, r.choice([1, 3, 7]))
        lines.append("    " * d + f"{o.name}[{i}] = {self.combine(r.choice(['+', '-', 'max', '^', '*', 'select']), old, x, o.ty).text}")
        self.body = lines

    def buffers(self):
        return [b for b in self.inputs + self.outputs + [self.table] if any(b.name + "[" in line for line in self.body)]


def text_of(nests, way, arguments):
    """way: noalias, alias, or the places of the buffers in the memory of a caller."""
    used = [b for nest in nests for b in nest.buffers()]
    body = "\n".join(line for nest in nests for line in nest.body)
    align = ", align={}" if isinstance(way, dict) else ""
    params = ", ".join(f'{b.name}: T.Buffer(({b.most + 1},), "{b.ty}"{align.format(bits(b.ty) // 8)})' for b in used)
    head = "from tvm.script import ir as I\nfrom tvm.script import tirx as T\n\n"
    if not isinstance(way, dict):
        promise = '    T.func_attr({"tirx.noalias": True})\n' if way == "noalias" else ""
        return f"{head}@T.prim_func(s_tir=True)\ndef main({params}, n: T.int32):\n{promise}{body}\n"
    body = body.replace("\n", "\n    ")
    given = ", ".join(f"T.address_of(M[{way[b.name]}])" for b in used)
    return (f"{head}@I.ir_module\nclass Module:\n    @T.prim_func(s_tir=True)\n    def work({params}, n: T.int32):\n    {body}\n\n"
            f'    @T.prim_func(s_tir=True)\n    def main(M: T.Buffer(({way[None]},), "uint8", align=128), n: T.int32):\n'
            f"        Module.work({given}, n)\n")


def places(rng, used):
    at, end = {}, 0
    for b in used:
        w = bits(b.ty) // 8
        size = (b.most + 1) * w
        other = rng.choice(list(at.values())) if at else 0
        where = rng.choice([end, end, other + rng.randrange(300), other, max(0, end - rng.randrange(300)), max(0, other - rng.randrange(300))])
        at[b.name] = (where + w - 1) // w * w
        end = max(end, at[b.name] + size)
    at[None] = end
    return at


def work(job):
    options, seed = job
    rng = random.Random(f"exact {seed}")
    arguments = {"n": rng.choice(EXTENTS + (0, 0))}
    nests = [Nest(rng, i, arguments) for i in range(rng.choice([1, 2, NESTS]))]
    used = [b for nest in nests for b in nest.buffers()]
    way = rng.choice(["noalias", "noalias", "alias"])
    if rng.random() < .3 and len(used) < 12:
        way = places(rng, used)
    data = np.random.default_rng(seed)
    if isinstance(way, dict):
        buffers = {"M": data.integers(0, 256, way[None]).astype("uint8")}
    else:
        buffers = {}
        for b in used:
            lo, hi = span(b.ty)
            buffers[b.name] = data.integers(lo, hi + 1, b.most + 1).astype(b.ty)
    ways = [["--run=jit", rng.choice(LEVELS), "--lanes=" + rng.choice(LANES)]]
    if options.qemu:
        ways.append(["--run=hexagon", rng.choice(LEVELS)])
        ways.append(["--run=hexagon", rng.choice(LEVELS), "-mcpu=hexagonv" + rng.choice(["60", "65", "68", "73"])])

    def wrong(folder, text):
        names = [n for n in buffers if f"{n}:" in text]
        return random_nests.compare(options, folder, text, names, ["--run=interp", "-O0", "--no-cse", "--no-loops", "--lanes=0"], ways, "at once",
                                    [f"n={arguments['n']}"])
    return random_nests.work_on_many(options, seed, nests, lambda some: text_of(some, way, arguments), buffers, wrong)


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "exact", "loops vectorised", work, NESTS, "--qemu"))

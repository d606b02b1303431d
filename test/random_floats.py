#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of floats that are done by their bits (target/floats.def).

    test/random_floats.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--no-qemu] [--jit] [--compute] [--keep=DIR]

Nests of test/random_cover.py in other types: float16, float32, bfloat16.  What they load is moved, compared, chosen from, limited, given
no sign or another format; maxima and minima go over windows, columns and rows.  Where nothing is computed every bit of the result is defined,
those of NaNs, too.  In a third of the programs (all: --compute) sums, differences and products are computed as well, and sums go over windows, columns
and rows; their NaNs become numbers, for which one it is nobody says; the code of one in two is for a processor whose HVX computes in IEEE's
format, and emulated (docs/targets.md).  Among the data are NaNs of both signs, quiet or not, zeros, infinities, subnormals, and what lies at a limit or in the middle between
two numbers of the narrower format.  All iterations that may become lanes do (--lanes=all), in one program of two in registers (--cover=all), and the
interpreter must compute the same bits; so must the code of a processor with HVX, but with --no-qemu, and that of the host with --jit.
"""
import random
import sys

import numpy as np

import random_cover
import random_nests

WIDTH = {"float16": 16, "bfloat16": 16, "float32": 32}
DIGITS = {"float16": 10, "bfloat16": 7, "float32": 23}  # of the significand
COMPUTING = ["hexagonv68", "hexagonv69", "hexagonv73", "hexagonv75"]
CPUS = ["hexagonv60", "hexagonv67", "hexagonv67", "hexagonv68", "hexagonv73"]


def numbers_of(dtype):
    """The bits of numbers at which something changes."""
    sign, one = 1 << (WIDTH[dtype] - 1), 1 << DIGITS[dtype]
    infinity = sign - one
    codes = [0, 1, one - 1, one, infinity - 1, infinity, infinity + 1, infinity + one // 2, sign - 1, infinity // 2]
    if dtype == "float32":  # at the limits of float16, and in the middle between two of its numbers
        codes += [0x33000000, 0x33000001, 0x32ffffff, 0x33c00000, 0x387fc000, 0x387fe000, 0x387fffff, 0x38800000, 0x477fe000,
                  0x477fefff, 0x477ff000, 0x3f801000, 0x3f803000, 0x3f808000, 0x3f818000, 0x7f7f7fff, 0x7f7f8000, 0x7f800001 | 0x2000]
    return np.array(codes + [sign | c for c in codes], np.uint64)


def random_bits(data, shape, dtype):
    """Numbers of all sizes, a third of them special."""
    width, digits = WIDTH[dtype], DIGITS[dtype]
    bits = data.integers(0, 1 << width, shape, np.uint64)
    middle = (1 << (width - 2 - digits)) - 1  # most exponents near 0, where formats meet
    exponent = (middle + data.integers(-28, 20, shape)).clip(0, 2 * middle + 1).astype(np.uint64)
    near = (bits & np.uint64(1 << (width - 1) | ((1 << digits) - 1))) | exponent << np.uint64(digits)
    bits = np.where(data.integers(0, 2, shape) == 0, near, bits)
    special = numbers_of(dtype)
    bits = np.where(data.integers(0, 3, shape) == 0, special[data.integers(0, len(special), shape)], bits)
    return bits.astype(f"uint{width}")


class Program(random_cover.Program):
    def __init__(self, seed, computes):
        super().__init__(f"floats {seed}")
        r = self.rng
        self.computes = computes or r.random() < .33
        self.form = r.choice(["map", "map", "map", "move", "window", "window", "column", "row", "parts", "turned", "blocks"])
        if self.form in ("turned", "blocks") and self.rank == 1:
            self.form = "map"
        self.out = r.choice(["float16", "float16", "float32", "float32", "bfloat16"])
        self.loaded = r.choice([self.out, self.out, *WIDTH])
        self.parts = [self.out, self.out, *WIDTH]
        self.how = ["-mcpu=" + r.choice(CPUS)]
        if self.computes:
            ieee = ["-mcpu=" + r.choice(COMPUTING), "-mhvx-ieee-fp", *r.choice([[], ["--emulate=first-even"]])]
            self.how = ieee if r.random() < .5 else self.how
        self.covers = r.random() < .5
        if random.Random(f"extreme {seed}").random() < .15:
            self.form, self.computes = "extreme", False
        self.among = r.choice(["all", "few", "zeros", "zeros", "one zero", "one sign"])

    def values(self, data, _, shape, dtype):
        bits = random_bits(data, shape, dtype)
        if self.form == "extreme":
            return self.to_reduce(data, bits, dtype)
        if self.converts:  # LLVM takes a conversion there and back for none, which leaves a NaN as it is
            sign, one = 1 << (WIDTH[dtype] - 1), 1 << DIGITS[dtype]
            bits = np.where((bits & (sign - 1)) > sign - one, bits | one // 2, bits).astype(bits.dtype)
        return bits if dtype == "bfloat16" else bits.view(dtype)

    def to_reduce(self, data, bits, dtype):
        """What a maximum or minimum may be of: anything, NaNs seldom, or numbers on one side of zeros of both signs, or of one."""
        sign, one = 1 << (WIDTH[dtype] - 1), 1 << DIGITS[dtype]
        numbers = np.where((bits & (sign - 1)) > sign - one, bits & (one - 1), bits)
        if self.among == "few":
            bits = np.where(data.integers(0, 500, bits.shape) == 0, bits, numbers)
        elif self.among != "all":
            side, zero = self.rng.choice([0, sign]), self.rng.choice([0, sign])
            zeros = np.where(data.integers(0, 3, bits.shape) == 0, sign, 0) if self.among == "zeros" else np.full(bits.shape, zero)
            bits = np.where(data.integers(0, 9, bits.shape) == 0, zeros, (numbers & (sign - 1)) | side) if self.among != "one sign" else (numbers & (sign - 1)) | side
        return bits.astype(f"uint{WIDTH[dtype]}").view("uint16" if dtype == "bfloat16" else dtype)

    def extreme(self):
        """A maximum or minimum of rows that are longer than what lanes take."""
        r, t = self.rng, self.out
        rows, n = r.choice([1, 1, 3]), r.choice([15, 16, 63, 64, 95, 96, 100, 129, 300, 513, 1024])
        over = [("i", n)] if n > 200 or r.random() < .6 else [("j", r.choice([2, 5])), ("i", n)]
        self.buffer("A", [rows, *(x for _, x in over)], t)
        self.buffer("O", [rows], t)
        to, own = ("S[0]", True) if r.random() < .4 else ("O[y]", False)
        term, op = f"A[y, {', '.join(v for v, _ in over)}]", r.choice(["T.max", "T.min"])
        init = r.choice([self.number(t), f"A[y, {', '.join('0' for _ in over)}]", "O[y]"])
        lines = [*self.grid([("y", rows)]), *([f'        S = T.decl_buffer((1,), "{t}")'] if own else []), f"        {to} = {init}",
                 *self.grid(over, " " * 8), f"            {to} = {r.choice([f'{op}({to}, {term})', f'{op}({term}, {to})'])}"]
        return [*lines, *(["        O[y] = S[0]"] if own else [])]

    def text(self):
        if self.form != "extreme":
            return super().text()
        lines = self.extreme()
        params = ", ".join(f'{n}: T.Buffer({shape}, "{dtype}")' for n, (shape, dtype) in self.sizes.items())
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}):",
                f'    T.func_attr({{"tirx.noalias": {self.rng.random() < .8}}})']
        return "\n".join([*head, *lines]) + "\n"

    def number(self, dtype):
        return f'T.{dtype}({self.rng.choice(["0", "-0.0", "1", "-1.5", "6", "1e-7", "-0.125"])})'

    def value(self, loops, to):
        """Something of type `to`, by loads."""
        r, t = self.rng, self.loaded
        x = self.load("A", loops, t)
        for k in range(r.choice([0, 1, 1, 2, 3])):
            if r.random() < .2:
                new = r.choice([*WIDTH])
                x, t = self.cast(new, t, x), new
                continue
            y = r.choice([self.number(t), self.number(t), self.load("BCD"[k] + t[0] + str(WIDTH[t]), loops, t)])
            z = r.choice([x, y, self.number(t)])
            less = r.choice(["<", "<=", ">", ">=", "==", "!="])
            x = r.choice([f"T.max({x}, {y})", f"T.min({x}, {y})", f"T.max({y}, {x})", f"T.min({y}, {x})", f"T.fabs({x})",
                          f"T.Select({x} {less} {y}, {x}, {z})", f"T.Select({y} {less} {x}, {z}, {x})",
                          f"T.min(T.max({x}, {self.number(t)}), {self.number(t)})"])
            if self.computes and t != "bfloat16" and r.random() < .7:
                x = r.choice([f"({x} + {y})", f"({x} - {y})", f"({y} - {x})", f"({x} * {y})", f"({x} * {y} + {z})", f"T.sqrt({x})", f"T.rsqrt({x})", f'({x} + T.Cast("{t}", {loops[0][0]} * 37 - 300))'])
            if self.computes and t != "float32" and r.random() < .2:  # the interpreter has these of its own library, which rounds to the same number of 16 bits
                x = f"T.{r.choice(['erf', 'erf', 'tanh', 'sigmoid'] if t == 'float16' else ['erf'])}({x})"
        return self.known(self.cast(to, t, x), to)

    def known(self, x, t):
        """A number where x is NaN, if that is of no known bits."""
        return f"T.Select(T.isnan({x}), T.{t}(1), {x})" if self.computes else x

    def load(self, name, loops, dtype):
        """As of integers, beside a border that is a float."""
        return super().load(name, loops, dtype).replace(f"T.{dtype}(0)", self.number(dtype))

    def reduced(self, loops, over, lines):
        r, t = self.rng, self.out
        self.buffer("O", [x for _, x in loops], t)
        own, op = r.random() < .4, r.choice(["T.max", "T.max", "T.min"])
        here = ", ".join(v for v, _ in loops)
        to = "S[0]" if own else f"O[{here}]"
        term = self.value([*loops, *over], t)
        init = r.choice([f'T.min_value("{t}")' if t != "bfloat16" else f"T.{t}(-100)", self.number(t), f"T.{t}(-10000)"])
        adds = self.computes and own and t != "bfloat16"
        lines += self.grid(loops)
        lines += [f'        S = T.decl_buffer((1,), "{t}")'] if own else []
        step = r.choice([f"{op}({to}, {term})"] * 4 + [f"{op}({term}, {to})", f"T.Select({to} < {term}, {term}, {to})",
                         *([f"{to} + {term}", f"{to} - {term}", f"{term} + {to}"] * 2 if adds else [])])
        lines += [f"        {to} = {init}", *self.grid(over, " " * 8), f"            {to} = {step}"]
        if own:
            lines += [f"        O[{here}] = " + self.known(r.choice(["S[0]", f"T.max(S[0], {self.number(t)})"]), t)]


def work(job):
    options, seed = job
    program = Program(seed, options.compute)
    text = program.text()
    program.converts = text.count("T.Cast") > 1
    how = ["--lanes=all", *(["--cover=all"] if program.covers else [])]
    ways = [["--run=interp", *how], *([["--run=jit", *how]] if options.jit else []), *([["--run=hexagon", *program.how, *how]] if not options.no_qemu else [])]
    return random_nests.work_on_text(options, seed, text, program, ways, "vectorised" if not program.covers else "covered by registers")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "floats", "loops or nests of them in vectors", work, 1, "--no-qemu", "--jit", "--compute"))

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A text in TVMScript as the C that one would write in its place: the same loops over arrays of the same shape, `int` indices, restrict where the
text promises that no two buffers overlap, every result cast to the type that the text has.

What plain texts hold is known: loops, ifs, stores, buffers of known shape, T.let, arithmetic.  Anything else is a Failure."""
import ast

from hexagon import Failure

TYPES = {"bool": "_Bool", "float32": "float", "float64": "double", "float16": "_Float16",
         **{f"{u}int{b}": f"{u}int{b}_t" for u in ("", "u") for b in (8, 16, 32, 64)}}
NARROW = ("int8", "uint8", "int16", "uint16")  # C computes them in int
BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.RShift: ">>",
          ast.LShift: "<<", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
CALLED = {"truncdiv": "/", "truncmod": "%t", "floordiv": "//", "floormod": "%", "bitwise_and": "&", "bitwise_or": "|",
          "bitwise_xor": "^", "shift_right": ">>", "shift_left": "<<"}
AS_IN_C = {"//": "/", "%t": "%"}
COMPARED = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
MATH = {**{name: name for name in ("sqrt", "exp", "exp2", "log", "log2", "log1p", "tanh", "erf", "pow", "sin", "cos", "fabs")}, "round": "rint"}
FORMULAS = {"rsqrt": ("1 / {}", "sqrt", "{}"), "sigmoid": ("1 / (1 + {})", "exp", "-({})")}
LEAST = {"float16": "-65504", "float32": "-3.4028234663852886e38"}
HEAD = """#include <math.h>
#include <stdint.h>
static inline int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
static inline int32_t floor_div32(int32_t a, int32_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
"""


class Writer:
    """One function: what its buffers and variables are, and the lines so far."""

    def __init__(self):
        self.buffers, self.types, self.lines, self.loops = {}, {}, [], set()

    def line(self, depth, text):
        self.lines.append("\t" * depth + text)

    # ---- expressions: (C, type); type None: a number that takes the type of what is beside it ----
    def expr(self, e):
        method = getattr(self, "on_" + type(e).__name__, None)
        if not method:
            raise Failure(f"no C for {type(e).__name__}")
        return method(e)

    def on_Constant(self, e):
        if isinstance(e.value, float):
            return repr(e.value), None
        return str(int(e.value)), "bool" if isinstance(e.value, bool) else None

    def on_Name(self, e):
        if e.id not in self.types:
            raise Failure(f"no C for '{e.id}'")
        return e.id, self.types[e.id]

    def on_UnaryOp(self, e):
        text, kind = self.expr(e.operand)
        if isinstance(e.op, ast.Not):
            return f"(!{text})", "bool"
        return f"(-{text})", kind

    def on_Subscript(self, e):
        shape, kind = self.buffers[e.value.id]
        index = e.slice.elts if isinstance(e.slice, ast.Tuple) else [e.slice]
        if len(shape) != len(index):
            raise Failure("no C for an index of another rank")
        return e.value.id + "".join(f"[{self.expr(i)[0]}]" for i in index or [ast.Constant(0)]), kind

    def on_BinOp(self, e):
        return self.binary(BINARY[type(e.op)], e.left, e.right)

    def on_Compare(self, e):
        parts, left = [], e.left
        for op, right in zip(e.ops, e.comparators):
            parts.append(f"{self.expr(left)[0]} {COMPARED[type(op)]} {self.expr(right)[0]}")
            left = right
        return "(" + " && ".join(parts) + ")", "bool"

    def on_BoolOp(self, e):
        word = " && " if isinstance(e.op, ast.And) else " || "
        return "(" + word.join(self.expr(v)[0] for v in e.values) + ")", "bool"

    def on_Call(self, e):
        name, a = e.func.attr, e.args
        if name in TYPES and not a:
            raise Failure("no C for a variable without a value")
        if name in TYPES:
            return f"({TYPES[name]})({self.expr(a[0])[0]})", name
        if name == "Cast":
            return f"({TYPES[a[0].value]})({self.expr(a[1])[0]})", a[0].value
        if name in CALLED:
            return self.binary(CALLED[name], *a)
        if name in ("max", "min"):
            (x, tx), (y, ty) = self.expr(a[0]), self.expr(a[1])
            return f"({x} {'>' if name == 'max' else '<'} {y} ? {x} : {y})", tx or ty
        if name in ("if_then_else", "Select"):
            (x, tx), (y, ty) = self.expr(a[1]), self.expr(a[2])
            return f"({self.expr(a[0])[0]} ? {x} : {y})", tx or ty
        if name == "abs":
            x, kind = self.expr(a[0])
            return f"({x} < 0 ? -{x} : {x})", kind
        if name in ("q_multiply_shift", "q_multiply_shift_per_axis"):
            return self.scaled(name, [self.expr(x)[0] for x in a])
        if name == "min_value" and a[0].value in LEAST:
            return f"({TYPES[a[0].value]})({LEAST[a[0].value]})", a[0].value
        if name in MATH or name in FORMULAS:
            return self.function_of(name, [self.expr(x) for x in a])
        if name in ("bitwise_not", "popcount"):
            x, kind = self.expr(a[0])
            return f"{'~' if name == 'bitwise_not' else '__builtin_popcount'}({x})", kind
        raise Failure(f"no C for T.{name}")

    def function_of(self, name, operands):
        """A function of <math.h>, or a formula with one: of halves in float."""
        around, called, inside = FORMULAS.get(name, ("{}", MATH.get(name), "{}"))
        kind = next((k for _, k in operands if k), None)
        end = "f" if kind in ("float16", "float32") else ""
        text = around.format(f"{called}{end}({', '.join(inside.format(x) for x, _ in operands)})")
        return (f"(_Float16)({text})" if kind == "float16" else f"({text})" if name in FORMULAS else text), kind

    def scaled(self, name, a):
        """(x * y) >> shift, rounded half up, in 64 bits."""
        if name == "q_multiply_shift":
            x, y, q, shift = a[0], a[1], a[2], f"-({a[3]})"
        else:
            (x, y, left, shift, q), left_too = a[:5], a[5]
            x = f"({x}) << ({left})" if left_too != "(_Bool)(0)" else x
        return f"(int32_t)(((int64_t)({x}) * ({y}) + ((int64_t)1 << (({q}) + ({shift}) - 1))) >> (({q}) + ({shift})))", "int32"

    def is_natural(self, e):
        """Is it an index that is not negative: of loops' variables, parameters, numbers?"""
        if isinstance(e, ast.Constant):
            return e.value >= 0
        if isinstance(e, ast.Name):
            return e.id in self.loops
        return isinstance(e, ast.BinOp) and isinstance(e.op, (ast.Add, ast.Mult, ast.FloorDiv, ast.Mod, ast.RShift)) and \
            self.is_natural(e.left) and self.is_natural(e.right)

    def binary(self, op, left, right):
        (a, ta), (b, tb) = self.expr(left), self.expr(right)
        kind = ta or tb
        number = right.value if isinstance(right, ast.Constant) and isinstance(right.value, int) else 0
        wide = "" if kind in ("int64", "uint64") else "32"
        floors = op in ("//", "%") and not self.is_natural(left) and (kind or "int").startswith("int")
        if floors and number > 0 and number & (number - 1) == 0:
            text = f"({a} >> {number.bit_length() - 1})" if op == "//" else f"({a} & {number - 1})"
        elif floors:
            text = f"floor_div{wide}({a}, {b})"
            text = text if op == "//" else f"({a} - {text} * {b})"
        else:
            text = f"({a} {AS_IN_C.get(op, op)} {b})"
        return (f"({TYPES[kind]}){text}" if kind in NARROW else text), kind

    # ---- statements ----
    def body(self, statements, depth):
        """The statements of a scope; what they name is known in it alone."""
        outside = dict(self.types)
        for s in statements:
            method = getattr(self, "do_" + type(s).__name__, None)
            if not method:
                raise Failure(f"no C for {type(s).__name__}")
            method(s, depth)
        self.types = outside

    def do_For(self, s, depth):
        names = s.target.elts if isinstance(s.target, ast.Tuple) else [s.target]
        word = s.iter.func.attr if isinstance(s.iter.func, ast.Attribute) else s.iter.func.id
        if word not in ("grid", "range", "serial", "parallel", "unroll"):
            raise Failure(f"no C for T.{word}")
        args = [self.expr(a)[0] for a in s.iter.args]
        ranges = [("0", a) for a in args] if word == "grid" else [(args[0], args[1]) if len(args) > 1 else ("0", args[0])]
        for k, (v, (low, high)) in enumerate(zip(names, ranges)):
            self.types[v.id] = "int32"
            self.loops.add(v.id)
            self.line(depth + k, f"for (int {v.id} = {low}; {v.id} < {high}; {v.id}++)" + " {" * (k == len(ranges) - 1))
        self.body(s.body, depth + len(ranges))
        self.line(depth + len(ranges) - 1, "}")

    def do_If(self, s, depth):
        self.line(depth, f"if ({self.expr(s.test)[0]}) {{")
        self.body(s.body, depth + 1)
        if s.orelse:
            self.line(depth, "} else {")
            self.body(s.orelse, depth + 1)
        self.line(depth, "}")

    def do_While(self, s, depth):
        self.line(depth, f"while ({self.expr(s.test)[0]}) {{")
        self.body(s.body, depth + 1)
        self.line(depth, "}")

    def do_Assign(self, s, depth):
        target = s.targets[0]
        if isinstance(target, ast.Subscript):
            self.line(depth, f"{self.expr(target)[0]} = {self.expr(s.value)[0]};")
            return
        called = s.value.func.attr if isinstance(s.value, ast.Call) and isinstance(s.value.func, ast.Attribute) else ""
        if called == "view":
            self.view(target.id, s.value, depth)
            return
        if called in ("alloc_buffer", "decl_buffer", "sblock_alloc_buffer"):
            shape, kind = shape_of(s.value)
            self.buffers[target.id] = shape, kind
            self.line(depth, f"{TYPES[kind]} {target.id}{dimensions(shape)} __attribute__((aligned(128)));")
            return
        text, kind = self.expr(s.value.args[0] if called == "bind" else s.value)
        self.name(target.id, text, kind, depth)

    def view(self, word, call, depth):
        """Another buffer at the same place, of one dimension."""
        _, kind = self.buffers[call.func.value.id]
        self.buffers[word] = [call.args[0].value], kind
        self.line(depth, f"{TYPES[kind]} *{word} = ({TYPES[kind]} *){call.func.value.id};")

    def do_AnnAssign(self, s, depth):
        a = s.annotation
        self.name(s.target.id, self.expr(s.value)[0], (a if isinstance(a, ast.Attribute) else a.slice).attr, depth)

    def name(self, word, text, kind, depth):
        known = word in self.types
        self.types[word] = kind or "int32"
        self.line(depth, f"{word} = {text};" if known else f"{TYPES[self.types[word]]} {word} = {text};")

    def do_Expr(self, s, depth):
        if isinstance(s.value, ast.Call) and s.value.func.attr != "func_attr":
            raise Failure(f"no C for T.{s.value.func.attr}")

    def function(self, f, noalias):
        params = []
        for a in f.args.args:
            if isinstance(a.annotation, ast.Call):
                self.buffers[a.arg] = shape_of(a.annotation)
                shape, kind = self.buffers[a.arg]
                params.append(f"{TYPES[kind]} {a.arg}[{'restrict ' * noalias}{(shape or [1])[0]}]{dimensions(shape[1:])}")
            else:
                self.types[a.arg] = a.annotation.attr
                self.loops.add(a.arg)
                params.append(f"{TYPES[a.annotation.attr]} {a.arg}")
        self.body(f.body, 1)
        return "\n".join([f"{HEAD}void {f.name}({', '.join(params)})", "{", *self.lines, "}"]) + "\n"


def dimensions(shape):
    return "".join(f"[{n}]" for n in shape)


def shape_of(call):
    """The shape and the type of T.Buffer(shape, type) and of what allocates."""
    words = [*call.args, *(k.value for k in call.keywords if k.arg == "dtype")]
    shape = words[0].elts if isinstance(words[0], ast.Tuple) else [words[0]]
    if not all(isinstance(n, ast.Constant) for n in shape):
        raise Failure("no C for a shape that is not known")
    return [n.value for n in shape], words[1].value if len(words) > 1 else "float32"


def translate(text, symbol):
    """The C of one function of a text."""
    found = [f for f in ast.walk(ast.parse(text)) if isinstance(f, ast.FunctionDef) and f.name == symbol]
    noalias = "noalias" in ast.dump(found[0])
    return Writer().function(found[0], noalias)

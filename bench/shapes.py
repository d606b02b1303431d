# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Six shapes of programs of any size, for the times of passes: bench/scaling.py measures them.

A shape is a sequence of statements, in the order of the text:

    ("store", INDEX, VALUE)     ("if", CONDITION)  ("else",)  ("for", NAME)  ("end",)

An expression is a sequence in postfix: an integer, a variable's name, or an operator of two operands.
Loops run from 0 to 4, all is int32, the variables are x, y and those of the loops.  Sizes are in
operators and leaves, roughly."""

STATEMENT = 10  # nodes of one statement of stmts and unique
DEPTH = 50      # of the loops of nest


def term(k):
    """((x * 37 + k // 16) * y + k % 16) * 3 + x"""
    return ["x", 37, "*", k // 16, "+", "y", "*", k % 16, "+", 3, "*", "x", "+"]


def stmts(n):
    """Straight code in which neighbours share a lot."""
    for k in range(n // STATEMENT):
        yield "store", [k], term(k)


def unique(n):
    """Each statement repeats something of its own."""
    for k in range(n // STATEMENT):
        own = ["x", k, "+"]
        yield "store", [k], [*own, "y", "*", *own, 3, "*", "+"]


def deep(n):
    """A chain of n / 2 operators, twice."""
    chain = ["x"]
    for k in range(n // 4):
        chain += ["y", "*", k % 8 + 1, "+"]
    yield "store", [0], chain
    yield "store", [1], chain + ["y", "+"]


def branch(n):
    """Ifs in a row, the same in both arms."""
    for k in range(n // (2 * STATEMENT)):
        yield "if", ["x", k, "+", "y", "<"]
        yield "store", [k], term(k)
        yield "else",
        yield "store", [k], term(k) + [1, "+"]
        yield "end",


def nest(n):
    """Deep loops in a row."""
    for r in range(max(1, n // (STATEMENT * DEPTH))):
        for d in range(DEPTH):
            i, outer = f"i{r}_{d}", f"i{r}_{max(d - 1, 0)}"
            yield "for", i
            yield "store", [i, "x", "*", 1, "+"], [i, "x", "*", outer, "x", "*", "+", d, "+"]
        yield from [("end",)] * DEPTH


def siblings(n):
    """Loops beside each other that compute what others compute, too, and two loops in each."""
    for r in range(n // (4 * STATEMENT)):
        outer = f"i{r}"
        yield "for", outer
        yield "store", [outer, "x", "*", r % 8, "+"], term(r)
        for k in range(2):
            inner = f"j{r}_{k}"
            yield "for", inner
            yield "store", [inner, outer, "y", "*", "+"], [outer, "x", "*", inner, "x", "*", "+", "y", r % 16, "+", "*"]
            yield "end",
        yield "end",


SHAPES = {f.__name__: f for f in (stmts, unique, deep, branch, nest, siblings)}


def fold(postfix, leaf, binary):
    """Evaluate a postfix expression."""
    stack = []
    for word in postfix:
        if word in ("+", "*", "<"):
            right = stack.pop()
            stack.append(binary(word, stack.pop(), right))
        else:
            stack.append(leaf(word))
    return stack[0]


def infix(postfix):
    """The text of an expression.  Not by fold(): a chain's text would be copied at every level."""
    pieces, begins = [], []  # begins: where the text of each operand begins
    for word in postfix:
        if word in ("+", "*", "<"):
            right = begins.pop()
            pieces[right] = f" {word} {pieces[right]}"
            if word == "+":
                pieces[begins[-1]] = "(" + pieces[begins[-1]]
                pieces.append(")")
        else:
            begins.append(len(pieces))
            pieces.append(str(word))
    return "".join(pieces)


def tvmscript(shape):
    """Lines of the shape in TVM's text."""
    yield "from tvm.script import tirx as T\n@T.prim_func(s_tir=True)\n"
    yield ('def f(A: T.Buffer((100000000,), "int32"), x: T.int32, y: T.int32):\n'
           '    T.func_attr({"tirx.noalias": True})\n')
    depth = 1
    for kind, *operand in shape:
        if kind == "store":
            yield f"{' ' * 4 * depth}A[{infix(operand[0])}] = {infix(operand[1])}\n"
        elif kind == "end":
            depth -= 1
        elif kind == "else":
            yield f"{' ' * 4 * (depth - 1)}else:\n"
        else:
            yield (f"{' ' * 4 * depth}if {infix(operand[0])}:\n" if kind == "if"
                   else f"{' ' * 4 * depth}for {operand[0]} in range(4):\n")
            depth += 1


def mlir(shape):
    """Lines of the shape in MLIR's dialects func, arith, memref and scf."""
    lines, names, constants = [], iter(range(10**9)), {}

    def constant(value, of):
        return constants.setdefault((value, of), f"%c{len(constants)}")

    def emit(text):
        name = f"%v{next(names)}"
        lines.append(f"{name} = {text}\n")
        return name

    def leaf(word):
        return constant(word, "i32") if isinstance(word, int) else f"%{word}"

    def binary(op, a, b):
        return emit({"+": f"arith.addi {a}, {b} : i32", "*": f"arith.muli {a}, {b} : i32",
                     "<": f"arith.cmpi slt, {a}, {b} : i32"}[op])

    def index(e):
        if len(e) == 1 and isinstance(e[0], int):
            return constant(e[0], "index")
        return emit(f"arith.index_cast {fold(e, leaf, binary)} : i32 to index")

    for kind, *operand in shape:
        if kind == "store":
            value = fold(operand[1], leaf, binary)
            lines.append(f"memref.store {value}, %A[{index(operand[0])}] : memref<?xi32>\n")
        elif kind == "if":
            lines.append(f"scf.if {fold(operand[0], leaf, binary)} {{\n")
        elif kind == "for":
            bounds = [constant(v, "i32") for v in (0, 4, 1)]
            lines.append("scf.for %{} = {} to {} step {} : i32 {{\n".format(operand[0], *bounds))
        else:
            lines.append("} else {\n" if kind == "else" else "}\n")
    yield "func.func @f(%A: memref<?xi32>, %x: i32, %y: i32) {\n"
    for (value, of), name in constants.items():
        yield f"{name} = arith.constant {value} : {of}\n"
    yield from lines
    yield "return\n}\n"


def words(shape):
    """Lines of words, for programs that build the shape by themselves."""
    for kind, *operand in shape:
        yield " ".join([kind] + [w if isinstance(w, str) else
                                 ",".join(map(str, w)) for w in operand]) + "\n"


WRITERS = {"py": tvmscript, "mlir": mlir, "words": words}

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The seconds TVM's CommonSubexprElim takes on a shape of bench/shapes.py: run by a Python with TVM.

    scaling_tvm.py SHAPE NODES"""
import os
import sys
import time

import tvm
from tvm import tirx

import shapes

OPS = {"+": tirx.Add, "*": tirx.Mul, "<": tirx.LT}
BUFFER = tirx.decl_buffer((100000000,), "int32", name="A")


def build(shape):
    """The body of the function: blocks are lists on a stack, each with what opened it."""
    scope = {name: tirx.Var(name, "int32") for name in ("x", "y")}

    def leaf(word):
        return scope[word] if isinstance(word, str) else tirx.IntImm("int32", word)

    def value(e):
        return shapes.fold(e, leaf, lambda op, a, b: OPS[op](a, b))

    def block(statements):
        return statements[0] if len(statements) == 1 else tirx.SeqStmt(statements)

    stack = [[None, []]]
    for kind, *operand in shape:
        if kind == "store":
            stack[-1][-1].append(tirx.BufferStore(BUFFER, value(operand[1]), [value(operand[0])]))
        elif kind == "if":
            stack.append([value(operand[0]), []])
        elif kind == "for":
            scope[operand[0]] = tirx.Var(operand[0], "int32")
            stack.append([scope[operand[0]], []])
        elif kind == "else":
            stack[-1].append([])
        else:
            opened, *bodies = stack.pop()
            bodies = [block(b) for b in bodies]
            if isinstance(opened, tirx.Var):
                zero, four = tirx.IntImm("int32", 0), tirx.IntImm("int32", 4)
                made = tirx.For(opened, zero, four, tirx.ForKind.SERIAL, *bodies)
            else:
                made = tirx.IfThenElse(opened, *bodies)
            stack[-1][-1].append(made)
    return tirx.PrimFunc([BUFFER, scope["x"], scope["y"]], block(stack[0][1]))


def main():
    name, nodes = sys.argv[1:]
    module = tvm.IRModule({"f": build(shapes.SHAPES[name](int(nodes)))})
    start = time.process_time()
    module = tirx.transform.CommonSubexprElim()(module)
    print(time.process_time() - start, flush=True)
    os._exit(0)  # taking a deep program apart recurses


if __name__ == "__main__":
    main()

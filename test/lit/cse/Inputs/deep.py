"""Print a kernel of one shape and size: deep.py chain|parens|dag|lanes|shared|lazy N."""
import sys

shape, n = sys.argv[1], int(sys.argv[2])
print('from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\n'
      'def f(A: T.Buffer((16,), "int32"), x: T.int32):')
if shape == "chain":  # a sum of n terms, twice
    terms = " + ".join(f"x * {i % 7}" for i in range(n))
    print(f"    A[0] = {terms}\n    A[1] = {terms}")
elif shape == "parens":  # n levels of parentheses, twice
    term = "(" * n + "x" + " * x + 1)" * n
    print(f"    A[0] = {term}\n    A[1] = {term}")
elif shape == "dag":  # each level uses the one before twice
    print("    v0: T.let[T.int32] = x")
    for i in range(n):
        print(f"    v{i + 1}: T.let[T.int32] = v{i} * v{i} + {i % 5}")
    print(f"    A[0] = v{n}")
elif shape == "lanes":  # the same with vectors, at which floats lie
    print("    F = T.decl_buffer((16,), data=A.data)\n    G = T.alloc_buffer((32,))\n    v0 = T.bind(T.Ramp(x, 1, 32))")
    for i in range(n):
        print(f"    v{i + 1} = T.bind(v{i}" + f" + v{i}" * 5 + ")")
    print(f"    for i in range(2):\n        G[0:32] = F[v{n}] + F[v{n}]\n    F[x] = G[x]")
elif shape == "shared":  # the same, written out: 2^n leaves
    term = "x"
    for i in range(n):
        term = f"({term} * {term} + {i})"
    print(f"    A[0] = {term}")
elif shape == "lazy":  # n guards, each in the arm of the one before
    print("    A[0] = " + "T.if_then_else(x > 3, A[x], " * n + "x" + ")" * n)

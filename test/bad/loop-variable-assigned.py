# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16,), "int32"), n: T.int32):
    for i in range(4):
        i = i + 1
    for i in range(4):
        if n > 1:
            i += 1
    for i, j in T.grid(4, 4):
        j: T.int32 = 3
    for i in range(4):
        if n > 1:
            i: T.int32 = 3
            A[i] = 1
# expected-error@7:9 {{'i' is the variable of a loop, which cannot be assigned to}}
# expected-note@6:9 {{of this loop}}
# expected-error@10:13 {{'i' is the variable of a loop, which cannot be assigned to}}
# expected-note@8:9 {{of this loop}}
# expected-error@12:9 {{'j' is the variable of a loop, which cannot be assigned to}}
# expected-note@11:12 {{of this loop}}

# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def f(A: T.Buffer((16,), "int32"), n: T.int32):
    A[0] = T.floordiv(b=2, a=n) + T.max(n, b=3) + T.int32(expr=n) + T.bitwise_and(y=n, x=1)
    A[1] = T.max(n, a=n)
    A[2] = T.floordiv(n, divisor=2)
    A[3] = T.int32(x=n)
    for A[0] in range(4):
        A[4] = 1
    for i.x, j in T.grid(4, 4):
        A[5] = 1
# expected-error@7:23 {{argument 'a' is given twice}}
# expected-error@8:34 {{T.floordiv has no parameter 'divisor'}}
# expected-error@9:22 {{argument 'x' cannot be given by name here}}
# expected-error@10:9 {{a loop's variable must be a name}}
# expected-error@12:9 {{a loop's variable must be a name}}

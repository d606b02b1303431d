# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def f(A: T.Buffer((16,), "int32"), B: T.Buffer(shape=(16,), "int32"), n: T.int32):
    A[0] = T.Cast(dtype="int32", n)
    A[1] = T.Select(n > 1, true_value=n, n)
    A[2] = T.Cast("int32", value=n, value=n)
    A[3] = T.if_then_else(t=n, cond=n > 1, t=n, f=n)
# expected-error@5:61 {{an argument without a name stands behind one by name}}
# expected-error@6:34 {{an argument without a name stands behind one by name}}
# expected-error@7:42 {{an argument without a name stands behind one by name}}
# expected-error@8:37 {{argument 'value' is given twice}}
# expected-error@9:44 {{argument 't' is given twice}}

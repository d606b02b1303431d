from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((4,), "int32")):
    T.func_attr({"tir.noalais": True})
    A[0] = 1
# expected-warning@5:17 {{nothing reads attribute 'tir.noalais'; did you mean 'tirx.noalias'?}}

# from tvm.script import tir as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    with T.LetStmt(n + 1) as (a, b):
        A[0, 0] = x
# expected-error@5:30 {{only a name can stand after 'as'}}

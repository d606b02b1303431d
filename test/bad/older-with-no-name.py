# from tvm.script import tir as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    with T.LetStmt(n + 1):
        A[0, 0] = x
    with T.allocate([16], "float32", "global"):
        A[0, 0] = x
# expected-error@5:10 {{'with T.LetStmt(...)' needs a name after 'as'}}
# expected-error@7:10 {{'with T.allocate(...)' needs a name after 'as'}}

from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    A[0] = np.exp(A[1])
# expected-error@6:12 {{'np' is not defined; a kernel calls functions of T, such as T.exp}}

from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    C = T.decl_buffer((16,), "float32", data=A.data, buffer_type="auto")
# expected-error@6:66 {{buffer_type is not supported}}

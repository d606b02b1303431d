from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    for k in T.thread_binding(4, thread=3):
        A[k] = x
# expected-error@6:41 {{a thread must be a string, not an integer}}

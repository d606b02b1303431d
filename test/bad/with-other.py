from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    with T.serial(4):
        A[0] = x
# expected-error@6:10 {{'with' takes T.sblock, T.init, T.attr or T.launch_thread, not a call that is no value}}

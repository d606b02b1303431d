from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    print(A[0])
# expected-error@6:5 {{'print' is not defined; a kernel prints nothing; tirc --run=interp --save=DIR keeps the buffers}}

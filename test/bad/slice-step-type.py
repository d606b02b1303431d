from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), b: T.int8):
    A[b:b + T.int8(4):300] = T.Broadcast(T.float32(1), 4)
# expected-error@5:7 {{the step of a slice does not fit its type}}

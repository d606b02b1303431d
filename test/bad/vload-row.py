from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((32, 4), "uint8"), B: T.Buffer((8,), "uint8")):
    B[0:8] = A.vload([0, 0], "uint8x8")
# expected-error@5:26 {{8 lanes do not lie in a row of 'A'; load them from a buffer of one dimension, as T.decl_buffer(SHAPE, TYPE, data=A.data) makes it}}

# The thread, case 1: the user already wrote "let x = A in ...A...A...".
from tvm.script import tirx as T

@T.prim_func
def existing(M: T.Buffer((64,), "int32"), a: T.int32, b: T.int32):
    x: T.let[T.int32] = a * b + 1
    M[0] = a * b + 1
    M[1] = (a * b + 1) * 3

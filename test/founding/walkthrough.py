# The slides' walk through the algorithm: context [a, b, d, e, f], table [a+b : 2, c+d : 2, e*f : 1].
from tvm.script import tirx as T

@T.prim_func
def walk(Mem: T.Buffer((64,), "int32"), i1: T.int32, i2: T.int32, i3: T.int32, a: T.int32, b: T.int32, d: T.int32, e: T.int32, f: T.int32):
    Mem[i1] = a + b
    c: T.let[T.int32] = 50
    Mem[i2] = (c + d) + (a + b)
    Mem[i3] = (c + d) + e * f

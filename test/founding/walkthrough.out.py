# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# The slides' walk through the algorithm: context [a, b, d, e, f], table [a+b : 2, c+d : 2, e*f : 1].

@T.prim_func
def walk(Mem: T.Buffer((64,), "int32"), i1: T.int32, i2: T.int32, i3: T.int32, a: T.int32, b: T.int32, d: T.int32, e: T.int32, f: T.int32):
    cse_var_1 = T.bind(a + b)
    Mem[i1] = cse_var_1
    c: T.let[T.int32] = 50
    cse_var_2 = T.bind(c + d)
    Mem[i2] = cse_var_2 + cse_var_1
    Mem[i3] = cse_var_2 + e * f

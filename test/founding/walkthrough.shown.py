from tvm.script import tirx as T

@T.prim_func
def walk(Mem: T.Buffer((64,), "int32"), i1: T.int32, i2: T.int32, i3: T.int32, a: T.int32, b: T.int32, d: T.int32, e: T.int32, f: T.int32):
    cse_var_1: T.let = a + b
    Mem[i1] = cse_var_1
    c: T.let[T.int32] = 50
    cse_var_2: T.let = c + d
    Mem[i2] = cse_var_2 + cse_var_1
    Mem[i3] = cse_var_2 + e * f

from tvm.script import tirx as T

@T.prim_func
def main(Mem: T.Buffer(("Mem_size",), "int32"), i1: T.int32, z3: T.int32, i2: T.int32):
    Mem_size = T.int32()
    z1: T.let[T.int32] = 1
    z2: T.let[T.int32] = 1
    cse_var_1: T.let = z1 + z2
    Mem[i1] = cse_var_1
    x: T.let[T.int32] = 1
    y: T.let[T.int32] = 1
    cse_var_2: T.let = x + y
    a: T.let[T.int32] = cse_var_2 + cse_var_1
    b: T.let[T.int32] = cse_var_2 + z3
    Mem[i2] = a + b

# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# The slides: X = Mem[i1]+42; Mem[i1] = newValue; Y = Mem[i1]+42

@T.prim_func
def memory(Mem: T.Buffer((64,), "int32"), Out: T.Buffer((64,), "int32"), i1: T.int32, newValue: T.int32):
    X: T.let[T.int32] = Mem[i1] + 42
    Mem[i1] = newValue
    Y: T.let[T.int32] = Mem[i1] + 42
    Out[0] = X + Y

# while_condition: a product in the condition of a while and in its body
# set x 300
# set y 200
from tvm.script import tirx as T

@T.prim_func
def while_condition(B: T.Buffer((1,), "int32"), x: T.int32, y: T.int32):
    while B[0] < x * y * 100:
        B[0] = B[0] + x * y // 100

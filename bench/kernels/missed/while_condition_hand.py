from tvm.script import tirx as T

@T.prim_func
def while_condition_hand(B: T.Buffer((1,), "int32"), x: T.int32, y: T.int32):
    p: T.let[T.int32] = x * y
    q: T.let[T.int32] = p // 100
    while B[0] < p * 100:
        B[0] = B[0] + q

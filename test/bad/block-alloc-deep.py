from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    for i, j in T.grid(16, 16):
        with T.sblock("b"):
            for k in range(4):
                C = T.sblock_alloc_buffer((4,))
                C[k] = x
# expected-error@8:21 {{T.sblock_alloc_buffer must stand at the head of a block}}

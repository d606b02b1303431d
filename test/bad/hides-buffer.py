from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        A = B[i]
# expected-warning@6:9 {{'A' is a new variable of this block, not the one outside}}

# options: -O0 --emit=asm --target=hexagon
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((8,), "int32"), k: T.int32):
    W = T.alloc_buffer((65536, 65536), "int8")
    # expected-error@-1 {{'W' is larger than all memory that the target can address}}
    for i in range(8):
        W[i * k, 3] = T.Cast("int8", i)
    for i in range(8):
        A[i] = T.Cast("int32", W[i * k, 3])

from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((4, "uint8"))):
    B = T.alloc_buffer((4,))
# expected-error@4:23 {{"uint8" is a type where a shape is expected: write SHAPE, "uint8"}}

from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer("uint32"), n: T.int32):
    A[n] = A[0]
# expected-error@4:19 {{"uint32" is a type where a shape is expected: write SHAPE, "uint32"}}

from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((16,), "int32")):
    with T.block("b"):
        B = T.alloc_buffer((16,), "int32", annotations={"k": 1})
        A[0] = 1
# expected-error@6:13 {{a block's allocation has no annotations}}

from tvm.script import tirx as T

@T.prim_func
def carried_hand(A: T.Buffer((4001,), "int32"), B: T.Buffer((4000,), "int32"), y: T.int32):
    T.func_attr({"tirx.noalias": True})
    last = T.alloc_local((1,), "int32")
    last[0] = A[0] // y
    for i in range(4000):
        next: T.let[T.int32] = A[i + 1] // y
        B[i] = last[0] + next
        last[0] = next

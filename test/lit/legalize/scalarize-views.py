# A view of a view's data is no other name of the view: the two differ by the first one's elem_offset.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp --legalize=none %s --save=%t/as-written
# RUN: %tirc -O2 --run=interp --no-cse --no-loops --legalize=blocks,threads,flatten,simplify,scalarize %s --save=%t/scalar
# RUN: cmp %t/as-written/A.npy %t/scalar/A.npy
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32")):
    for i in range(64):
        A[i] = T.Cast("float32", i)
    V = T.decl_buffer((40,), "float32", data=A.data, elem_offset=4)
    W = T.decl_buffer((40,), "float32", data=V.data)
    V[T.Ramp(5, 1, 8)] = W[T.Ramp(5, 1, 8)] * T.Broadcast(T.float32(2.0), 8)

# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 8), "float32"), B: T.Buffer((16,), "float32")):
    # with T.sblock("root"):
    for i, k in T.grid(16, 8):
        with T.sblock("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            T.reads(B[vi], A[vi, vk])
            T.writes(B[vi])
            with T.init():
                B[vi] = T.float32(0.0)
            B[vi] = B[vi] + A[vi, vk]

@T.prim_func(s_tir=True)
def g(A: T.Buffer((16, 8), "float32"), B: T.Buffer((16,), "float32")):
    # with T.sblock("root"):
    for i0, i1 in T.grid(16, 8):
        with T.sblock("B"):
            vi, vk = T.axis.remap("SR", [i0, i1])
            T.reads(A[vi, vk])
            T.writes(B[vi])
            with T.init():
                B[vi] = T.float32(0.0)
            B[vi] = B[vi] + A[vi, vk]
    T.call_extern("int32", "f", T.address_of(A[4, 2]))

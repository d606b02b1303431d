# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "int32"), x: T.int32):
    for i in range(8):
        A[i] = T.if_then_else(i >= 2, T.exp(A[i]), T.float32(0.0))
        A[i] = T.pow(T.rsqrt(A[i]), T.float32(2.0))
        B[i] = (B[i] << 1) + (x & B[i])
        B[i] = T.call_extern("int32", "weigh", x) + T.reinterpret("int32", A[i])
        T.call_extern("int32", "note", T.address_of(B[i]))

# accept: dtype= of calls: the type in front, or what is known
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "int32"), x: T.int32):
    for i in range(8):
        A[i] = T.if_then_else(i >= 2, T.exp(A[i], dtype="float32"), T.float32(0), dtype="float32")
        A[i] = T.pow(T.rsqrt(A[i], dtype="float32"), T.float32(2), dtype="float32")
        B[i] = T.shift_left(B[i], 1, dtype="int32") + T.bitwise_and(x, B[i], dtype="int32")
        B[i] = T.call_extern("weigh", x, dtype="int32") + T.reinterpret(A[i], dtype="int32")
        T.evaluate(T.call_extern("note", T.address_of(B[i], dtype="handle"), dtype="int32"))

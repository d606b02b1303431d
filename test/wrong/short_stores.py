# Vectors of less than half a register become scalar stores: LLVM put them into a packet with the vector store before, which came last.
@T.prim_func(s_tir=True)
def main(B: T.Buffer((16,), "uint32"), C: T.Buffer((32,), "int16"), D: T.Buffer((32,), "int32"), O: T.Buffer((64,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[T.Ramp(0, 1, 16)] = T.Cast("uint32x16", T.Broadcast(n, 16) * O[(T.Broadcast(O[(O[0] & 63)], 16) % T.Broadcast(64, 16))])
    B[T.Ramp(12, 1, 4)] = T.Broadcast(T.uint32(0), 4)
    C[T.Ramp(0, 1, 32)] = T.Broadcast(T.Cast("int16", O[3]), 32)
    C[T.Ramp(8, 1, 8)] = T.Broadcast(T.int16(7), 8)
    D[T.Ramp(0, 1, 16)] = T.Broadcast(O[5] * n, 16)
    D[T.Ramp(4, 1, 8)] = T.Broadcast(O[6], 8)

# Two numbers that are one, cut to bytes: LLVM's instruction selection ended the process at -O0.
@T.prim_func(s_tir=True)
def main(C: T.Buffer((8,), "int32"), D: T.Buffer((8,), "int16"), E: T.Buffer((8,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    E[T.Ramp(0, 1, 2)] = T.Cast("uint8x2", T.Broadcast(1, 2) * T.Broadcast(C[0], 2))
    E[T.Ramp(2, 1, 2)] = T.Cast("uint8x2", T.Broadcast(C[1], 2))
    E[T.Ramp(4, 1, 2)] = T.Cast("uint8x2", T.Broadcast(D[1], 2))
    E[T.Ramp(6, 1, 2)] = T.Cast("uint8x2", C[T.Ramp(2, 1, 2)])

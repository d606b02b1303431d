# Three taps of a row, of which one was loaded before the row was written to.
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def write(A: T.Buffer((512,), "uint8", align=128), at: T.int32, P: T.Buffer((512,), "uint8", align=128)) -> T.int32:
        for i in range(128):
            A[at + i] = P[i]
        return 1

    # Stores to all of the row, and to a part of what was loaded.
    @T.prim_func(private=True, s_tir=True)
    def stores(A: T.Buffer((512,), "uint8", align=128), P: T.Buffer((512,), "uint8", align=128), O: T.Buffer((1280,), "uint16", align=128)):
        T.func_attr({"tirx.noalias": True})
        a = T.bind(A[0:128])
        b = T.bind(A[1:129])
        A[0:128] = P[0:128]
        A[128:256] = P[128:256]
        c = T.bind(A[2:130])
        O[0:128] = T.Cast("uint16x128", a) * T.Broadcast(T.uint16(2), 128) + T.Cast("uint16x128", b) * T.Broadcast(T.uint16(3), 128) + T.Cast("uint16x128", c)
        d = T.bind(A[256:384])
        e = T.bind(A[257:385])
        A[320:352] = P[320:352]
        f = T.bind(A[258:386])
        O[128:256] = T.Cast("uint16x128", d) * T.Broadcast(T.uint16(2), 128) + T.Cast("uint16x128", e) * T.Broadcast(T.uint16(3), 128) + T.Cast("uint16x128", f)

    # Through a view; in a loop between; in the loop that uses the names, behind their use.
    @T.prim_func(private=True, s_tir=True)
    def hidden(A: T.Buffer((512,), "uint8", align=128), P: T.Buffer((512,), "uint8", align=128), O: T.Buffer((1280,), "uint16", align=128)):
        T.func_attr({"tirx.noalias": True})
        V = T.decl_buffer((512,), "int8", data=A.data)
        a = T.bind(A[0:128])
        b = T.bind(A[1:129])
        V[0:128] = T.Cast("int8x128", P[64:192])
        c = T.bind(A[2:130])
        O[256:384] = T.Cast("uint16x128", a) * T.Broadcast(T.uint16(2), 128) + T.Cast("uint16x128", b) * T.Broadcast(T.uint16(3), 128) + T.Cast("uint16x128", c)
        d = T.bind(A[128:256])
        e = T.bind(A[129:257])
        for i in range(2):
            if P[i] < T.uint8(255):
                A[128 + i * 64:192 + i * 64] = P[i * 64:64 + i * 64]
        f = T.bind(A[130:258])
        O[384:512] = T.Cast("uint16x128", d) * T.Broadcast(T.uint16(2), 128) + T.Cast("uint16x128", e) * T.Broadcast(T.uint16(3), 128) + T.Cast("uint16x128", f)
        g = T.bind(A[256:384])
        h = T.bind(A[257:385])
        for i in range(2):
            k = T.bind(A[258:386])
            O[512 + i * 128:640 + i * 128] = T.Cast("uint16x128", g) * T.Broadcast(T.uint16(2), 128) + T.Cast("uint16x128", h) * T.Broadcast(T.uint16(3), 128) + T.Cast("uint16x128", k)
            A[256:384] = P[100:228]

    # To another parameter, which may be the same memory; where an index reads memory that is written to.
    @T.prim_func(private=True, s_tir=True)
    def others(A: T.Buffer((512,), "uint8", align=1), B: T.Buffer((128,), "uint8", align=1), P: T.Buffer((512,), "uint8", align=128), J: T.Buffer((2,), "int32"), O: T.Buffer((1280,), "uint16", align=128)):
        a = T.bind(A[0:128])
        b = T.bind(A[1:129])
        B[0:128] = P[32:160]
        c = T.bind(A[2:130])
        O[768:896] = T.Cast("uint16x128", a) * T.Broadcast(T.uint16(2), 128) + T.Cast("uint16x128", b) * T.Broadcast(T.uint16(3), 128) + T.Cast("uint16x128", c)
        d = T.bind(P[J[0]:J[0] + 128])
        e = T.bind(P[J[0] + 1:J[0] + 129])
        J[0] = 7
        f = T.bind(P[J[0] + 2:J[0] + 130])
        O[896:1024] = T.Cast("uint16x128", d) * T.Broadcast(T.uint16(2), 128) + T.Cast("uint16x128", e) * T.Broadcast(T.uint16(3), 128) + T.Cast("uint16x128", f)

    # By a call between, and in the sum itself.
    @T.prim_func(private=True, s_tir=True)
    def calls(A: T.Buffer((512,), "uint8", align=128), P: T.Buffer((512,), "uint8", align=128), O: T.Buffer((1280,), "uint16", align=128)):
        a = T.bind(A[0:128])
        b = T.bind(A[1:129])
        one = T.bind(Module.write(A.data, 64, P.data))
        c = T.bind(A[2:130])
        O[1024:1152] = T.Cast("uint16x128", a) * T.Broadcast(T.uint16(2), 128) + T.Cast("uint16x128", b) * T.Broadcast(T.uint16(3), 128) + T.Cast("uint16x128", c) + T.Broadcast(T.Cast("uint16", one), 128)
        O[1152:1280] = T.Cast("uint16x128", A[0:128]) * T.Broadcast(T.uint16(2), 128) + T.Broadcast(T.Cast("uint16", Module.write(A.data, 0, P.data)), 128) + T.Cast("uint16x128", A[1:129]) * T.Broadcast(T.uint16(3), 128) + T.Cast("uint16x128", A[2:130])

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((512,), "uint8", align=128), P: T.Buffer((512,), "uint8", align=128), J: T.Buffer((2,), "int32", align=128), O: T.Buffer((1280,), "uint16", align=128)):
        Module.stores(A.data, P.data, O.data)
        Module.hidden(A.data, P.data, O.data)
        Module.others(A.data, T.address_of(A[64]), P.data, J.data, O.data)
        Module.calls(A.data, P.data, O.data)

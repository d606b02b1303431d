# RUN: %tirc -mcpu=hexagonv68 --target=hexagon -O0 --no-cse --no-loops --emit=ll -o - %s | FileCheck %s
# Three taps of a row are one instruction if all of them are as memory has them where the sum is: not behind a store that may
# have changed one.  Stores elsewhere do not matter.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    # CHECK-LABEL: @elsewhere
    # CHECK: vtmpybus
    # CHECK: ret void
    @T.prim_func(s_tir=True)
    def elsewhere(A: T.Buffer((512,), "uint8", align=128), O: T.Buffer((512,), "uint16", align=128), P: T.Buffer((512,), "uint8", align=128)):
        T.func_attr({"tirx.noalias": True})
        a = T.bind(A[0:128])
        b = T.bind(A[1:129])
        P[0:128] = P[128:256]
        c = T.bind(A[2:130])
        O[0:128] = T.Cast("uint16x128", a) * T.Broadcast(T.uint16(2), 128) + T.Cast("uint16x128", b) * T.Broadcast(T.uint16(3), 128) + T.Cast("uint16x128", c)

    # A store between, through a view.
    # CHECK-LABEL: @between
    # CHECK-NOT: vtmpybus
    # CHECK: ret void
    @T.prim_func(s_tir=True)
    def between(A: T.Buffer((512,), "uint8", align=128), O: T.Buffer((512,), "uint16", align=128), P: T.Buffer((512,), "uint8", align=128)):
        T.func_attr({"tirx.noalias": True})
        V = T.decl_buffer((512,), "uint8", data=A.data)
        a = T.bind(A[0:128])
        b = T.bind(A[1:129])
        V[0:128] = P[0:128]
        c = T.bind(A[2:130])
        O[0:128] = T.Cast("uint16x128", a) * T.Broadcast(T.uint16(2), 128) + T.Cast("uint16x128", b) * T.Broadcast(T.uint16(3), 128) + T.Cast("uint16x128", c)

    # The store is behind the use, in a loop around it.
    # CHECK-LABEL: @around
    # CHECK-NOT: vtmpybus
    # CHECK: ret void
    @T.prim_func(s_tir=True)
    def around(A: T.Buffer((512,), "uint8", align=128), O: T.Buffer((512,), "uint16", align=128), P: T.Buffer((512,), "uint8", align=128)):
        T.func_attr({"tirx.noalias": True})
        a = T.bind(A[0:128])
        b = T.bind(A[1:129])
        for i in range(2):
            c = T.bind(A[2:130])
            O[i * 128:i * 128 + 128] = T.Cast("uint16x128", a) * T.Broadcast(T.uint16(2), 128) + T.Cast("uint16x128", b) * T.Broadcast(T.uint16(3), 128) + T.Cast("uint16x128", c)
            A[0:128] = P[0:128]

    # To another parameter, which may be the same memory.
    # CHECK-LABEL: @aliased
    # CHECK-NOT: vtmpybus
    # CHECK: ret void
    @T.prim_func(s_tir=True)
    def aliased(A: T.Buffer((512,), "uint8", align=128), O: T.Buffer((512,), "uint16", align=128), P: T.Buffer((512,), "uint8", align=128)):
        a = T.bind(A[0:128])
        b = T.bind(A[1:129])
        P[0:128] = P[128:256]
        c = T.bind(A[2:130])
        O[0:128] = T.Cast("uint16x128", a) * T.Broadcast(T.uint16(2), 128) + T.Cast("uint16x128", b) * T.Broadcast(T.uint16(3), 128) + T.Cast("uint16x128", c)

    # By a call between; in the sum, whose terms are read in the order of the text then.
    # CHECK-LABEL: @called
    # CHECK-NOT: vtmpybus
    # CHECK: ret void
    @T.prim_func(s_tir=True)
    def called(A: T.Buffer((512,), "uint8", align=128), O: T.Buffer((512,), "uint16", align=128)):
        T.func_attr({"tirx.noalias": True})
        a = T.bind(A[0:128])
        b = T.bind(A[1:129])
        T.evaluate(T.call_extern("int32", "write", A.data))
        c = T.bind(A[2:130])
        O[0:128] = T.Cast("uint16x128", a) * T.Broadcast(T.uint16(2), 128) + T.Cast("uint16x128", b) * T.Broadcast(T.uint16(3), 128) + T.Cast("uint16x128", c)
        O[128:256] = T.Cast("uint16x128", A[0:128]) * T.Broadcast(T.uint16(2), 128) + T.Broadcast(T.Cast("uint16", T.call_extern("int32", "write", A.data)), 128) + T.Cast("uint16x128", A[1:129]) * T.Broadcast(T.uint16(3), 128) + T.Cast("uint16x128", A[2:130])

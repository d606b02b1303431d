# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --function=dot A=random:1 B=random:2 C=random:3 --save=%t/i && %tirc -O2 --run=hexagon %s --function=dot_vrmpy A=random:1 B=random:2 C=random:3 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %s --function=pairs A=random:1 B=random:2 C=random:3 --save=%t/i && %tirc -O2 --run=hexagon %s --function=pairs_vdmpy A=random:1 B=random:2 C=random:3 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %s --function=products A=random:1 B=random:2 --save=%t/i && %tirc -O2 --run=hexagon %s --function=products_vmpy A=random:1 B=random:2 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %s --function=plain A=random:1 --save=%t/i && %tirc -O0 --run=interp %s --function=by_dma A=random:1 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O2 --run=hexagon %s --function=by_dma A=random:1 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O2 --run=jit %s --function=by_dma A=random:1 --save=%t/h && diff -r %t/i %t/h
# What TVM's Hexagon kernels are made of: loads of vectors over rows, vrmpy and vdmpy by name and by number, results with another
# number of lanes, copies by DMA, memory in VTCM, axis separators.  Each beside loops that compute the same.
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def dot(A: T.Buffer((4,), "uint8"), B: T.Buffer((32, 4), "uint8"), C: T.Buffer((32,), "int32")):
        for i, k in T.grid(32, 4):
            C[i] = C[i] + T.Cast("int32", A[k]) * T.Cast("int32", B[i, k])

    @T.prim_func(s_tir=True)
    def dot_vrmpy(a: T.handle, b: T.handle, c: T.handle):
        A = T.match_buffer(a, (4,), "uint8", offset_factor=1, scope="global.vtcm")
        B = T.match_buffer(b, (32, 4), "uint8", offset_factor=1, scope="global.vtcm")
        C = T.match_buffer(c, (32,), "int32", offset_factor=1, scope="global.vtcm")
        with T.sblock("root"):
            T.reads(C[0:32], A[0:4], B[0:32, 0:4])
            T.writes(C[0:32])
            words = T.reinterpret(B.vload([0, 0], dtype="uint8x128"), dtype="int32x32")
            C[T.ramp(T.int32(0), 1, 32)] = T.call_llvm_pure_intrin(
                "int32x32",
                T.llvm_lookup_intrinsic_id("llvm.hexagon.V6.vrmpyub.acc.128B"),
                C[T.ramp(T.int32(0), 1, 32)], words, T.reinterpret(A.vload([0], "uint8x4"), dtype="int32"))

    @T.prim_func(s_tir=True)
    def pairs(A: T.Buffer((2,), "int16"), B: T.Buffer((32, 2), "int16"), C: T.Buffer((32,), "int32")):
        for i in range(32):
            C[i] = T.Cast("int32", T.min(T.max(T.Cast("int64", C[i]) + T.Cast("int64", A[0]) * T.Cast("int64", B[i, 0]) + T.Cast("int64", A[1]) * T.Cast("int64", B[i, 1]), T.int64(-2147483648)), T.int64(2147483647)))

    @T.prim_func(s_tir=True)
    def pairs_vdmpy(A: T.Buffer((2,), "int16"), B: T.Buffer((32, 2), "int16"), C: T.Buffer((32,), "int32")):
        C[T.ramp(T.int32(0), 1, 32)] = T.call_llvm_pure_intrin(
            "int32x32", "llvm.hexagon.V6.vdmpyhvsat.acc.128B", C[T.ramp(T.int32(0), 1, 32)],
            T.Broadcast(T.reinterpret(A.vload([0], "int16x2"), dtype="int32"), 32),
            T.reinterpret(B.vload([0, 0], dtype="int16x64"), dtype="int32x32"))

    @T.prim_func(s_tir=True)
    def products(A: T.Buffer((4, 128), "uint8"), B: T.Buffer((4, 128), "uint8"), C: T.Buffer((4, 128), "int16")):
        for n, i in T.grid(4, 64):
            C[n, i] = T.Cast("int16", T.Cast("uint16", A[n, i * 2]) * T.Cast("uint16", B[n, i * 2]))
            C[n, i + 64] = T.Cast("int16", T.Cast("uint16", A[n, i * 2 + 1]) * T.Cast("uint16", B[n, i * 2 + 1]))

    @T.prim_func(s_tir=True)
    def products_vmpy(A: T.Buffer((4, 128), "uint8"), B: T.Buffer((4, 128), "uint8"), C: T.Buffer((4, 128), "int16")):
        for n in T.grid(4):
            with T.sblock("C"):
                vn = T.axis.remap("S", [n])
                C[vn, T.ramp(0, 1, 128)] = T.call_llvm_intrin(
                    "int16x128", "llvm.hexagon.V6.vmpyubv.128B", A[vn, T.ramp(0, 1, 128)], B[vn, T.ramp(0, 1, 128)])

    @T.prim_func(s_tir=True)
    def plain(A: T.Buffer((16, 128), "uint8"), C: T.Buffer((16, 128), "uint8")):
        for i, j in T.grid(16, 128):
            C[i, j] = A[i, j] + T.uint8(1)

    @T.prim_func(s_tir=True)
    def by_dma(A: T.Buffer((16, 128), "uint8"), C: T.Buffer((16, 128), "uint8")):
        V = T.alloc_buffer((16, 128), "uint8", scope="global.vtcm")
        W = T.alloc_buffer((16, 128), "uint8", scope="global.vtcm")
        T.evaluate(T.tvm_call_packed(
            "device_api.hexagon.dma_copy_dltensor",
            T.tvm_stack_make_array(T.address_of(V[0, 0]), T.tvm_stack_make_shape(16, 128), 0, 2, V.dtype, 0),
            T.tvm_stack_make_array(T.address_of(A[0, 0]), T.tvm_stack_make_shape(16, 128), 0, 2, A.dtype, 0),
            T.Cast("int32", 16 * 128), False))
        for i, j in T.grid(16, 128):
            W[i, j] = V[i, j] + T.uint8(1)
        T.evaluate(T.tvm_call_packed("device_api.hexagon.dma_start_group", 0))
        for i in range(16):
            T.evaluate(T.tvm_call_packed("device_api.hexagon.dma_copy", 0, T.address_of(C[i, 0]), T.address_of(W[i, 0]), 128, False))
        T.evaluate(T.tvm_call_packed("device_api.hexagon.dma_end_group", 0))
        T.evaluate(T.tvm_call_packed("device_api.hexagon.dma_wait", 0, 0))

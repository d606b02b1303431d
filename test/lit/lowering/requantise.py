# RUN: %tirc --target=hexagon --emit=ll --after=lower --cse-level=none %s | FileCheck %s
# RUN: %tirc --target=hexagon -mattr=-hvx --emit=ll --after=lower --cse-level=none %s | FileCheck --check-prefix=WIDE %s
# T.q_multiply_shift on vectors: two products, a shift by one less, and the mean with 0. Shifts in memory are looked at
# before; if one is none of 1 to 32, each lane is computed in 64 bits.
# WIDE: define {{.*}}@known(
# WIDE-NOT: llvm.hexagon
from tvm.script import tirx as T


# CHECK-LABEL: define void @known(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vmpyewuh.128B(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vmpyowh.sacc.128B(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vasrw.128B(<32 x i32> {{.*}}, i32 8)
# CHECK: call <32 x i32> @llvm.hexagon.V6.vavgwrnd.128B(<32 x i32> {{.*}}, <32 x i32> zeroinitializer)
# CHECK-NOT: i64
# CHECK: ret void
@T.prim_func(s_tir=True)
def known(A: T.Buffer((32,), "int32"), O: T.Buffer((32,), "int32")):
    T.func_attr({"global_symbol": "known", "tirx.noalias": True})
    O[T.Ramp(0, 1, 32)] = T.q_multiply_shift(A[T.Ramp(0, 1, 32)], T.Broadcast(1202590843, 32), T.Broadcast(31, 32), T.Broadcast(-9, 32))


# CHECK-LABEL: define void @in_memory(
# CHECK: sub <64 x i32> {{.*}}, {{splat \(i32 1\)|<i32 1, i32 1,.*}}
# CHECK: and <64 x i32> {{.*}}, {{splat \(i32 -32\)|<i32 -32, i32 -32,.*}}
# CHECK: call <32 x i32> @llvm.hexagon.V6.vror.128B(<32 x i32> {{.*}}, i32 64)
# CHECK: br i1 {{.*}}, label %wide, label %words
# CHECK: wide:
# CHECK: words:
# CHECK-COUNT-2: call <32 x i32> @llvm.hexagon.V6.vasrwv.128B(
# CHECK: lane:
# CHECK: ashr i64
# CHECK: !llvm.loop
@T.prim_func(s_tir=True)
def in_memory(A: T.Buffer((64,), "int32"), M: T.Buffer((64,), "int32"), S: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "in_memory", "tirx.noalias": True})
    O[T.Ramp(0, 1, 64)] = T.q_multiply_shift_per_axis(A[T.Ramp(0, 1, 64)], M[T.Ramp(0, 1, 64)], T.Broadcast(0, 64), S[T.Ramp(0, 1, 64)], T.Broadcast(31, 64), T.Broadcast(T.bool(False), 64), T.Broadcast(T.bool(True), 64))


# A factor of a half only shifts; a shift to the left, and one by nothing; half of a register.
# CHECK-LABEL: define void @others(
# CHECK-NOT: vmpyewuh
# CHECK: ret void
@T.prim_func(s_tir=True)
def others(A: T.Buffer((32,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "others", "tirx.noalias": True})
    O[T.Ramp(0, 1, 32)] = T.q_multiply_shift(A[T.Ramp(0, 1, 32)], T.Broadcast(1073741824, 32), T.Broadcast(31, 32), T.Broadcast(-9, 32))
    O[T.Ramp(32, 1, 32)] = T.q_multiply_shift(A[T.Ramp(0, 1, 32)], T.Broadcast(1202590843, 32), T.Broadcast(31, 32), T.Broadcast(2, 32))
    O[T.Ramp(64, 1, 32)] = T.q_multiply_shift(A[T.Ramp(0, 1, 32)], T.Broadcast(1202590843, 32), T.Broadcast(31, 32), T.Broadcast(0, 32))
    O[T.Ramp(96, 1, 16)] = T.q_multiply_shift(A[T.Ramp(0, 1, 16)], T.Broadcast(1202590843, 16), T.Broadcast(31, 16), T.Broadcast(-9, 16))

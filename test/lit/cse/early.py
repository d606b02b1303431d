# RUN: %tirc --emit=tir %s | FileCheck %s
# What cannot trap is computed above the arms that are likely enough to need it.

# CHECK-LABEL: def arms
# CHECK: cse_v1 = T.bind((F[i * 2 + 1] * T.float32(0.5) + z) / T.float32(3.0) - z)
# CHECK-NEXT: B[i] = T.if_then_else(
@T.prim_func
def arms(F: T.Buffer((16,), "float32"), B: T.Buffer((8,), "float32"), z: T.float32, x: T.int32, y: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(8):
        B[i] = T.if_then_else(i < x, (F[i * 2 + 1] * T.float32(0.5) + z) / T.float32(3.0) - z, z) + T.if_then_else(i < y, (F[i * 2 + 1] * T.float32(0.5) + z) / T.float32(3.0) - z, z) + T.if_then_else(i < x + y, (F[i * 2 + 1] * T.float32(0.5) + z) / T.float32(3.0) - z, z)

# Needed in one arm of four: it stays there.
# CHECK-LABEL: def rarely
# CHECK-NOT: T.bind((
@T.prim_func
def rarely(F: T.Buffer((16,), "float32"), B: T.Buffer((8,), "float32"), z: T.float32, x: T.int32, y: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(8):
        B[i] = T.if_then_else(i < x, T.if_then_else(i < y, (F[i * 2 + 1] * T.float32(0.5) + z) / T.float32(3.0) - z, z), z) + T.if_then_else(i < y, T.if_then_else(i < 3, (F[i * 2 + 1] * T.float32(0.5) + z) / T.float32(3.0) - z, z), z)

# The load leaves the buffer where no arm is taken.
# CHECK-LABEL: def outside
# CHECK-NOT: T.bind((
@T.prim_func
def outside(F: T.Buffer((16,), "float32"), B: T.Buffer((8,), "float32"), z: T.float32, x: T.int32, y: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(8):
        B[i] = T.if_then_else(i < x, (F[i * 2 + 2] * T.float32(0.5) + z) / T.float32(3.0) - z, z) + T.if_then_else(i < y, (F[i * 2 + 2] * T.float32(0.5) + z) / T.float32(3.0) - z, z) + T.if_then_else(i < x + y, (F[i * 2 + 2] * T.float32(0.5) + z) / T.float32(3.0) - z, z)

# The view is longer than what it views.
# CHECK-LABEL: def long_view
# CHECK-NOT: T.bind((
@T.prim_func
def long_view(F: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), z: T.float32, x: T.int32, y: T.int32):
    T.func_attr({"tirx.noalias": True})
    V = F.view(16)
    for i in range(8):
        B[i] = T.if_then_else(i < x, (V[i * 2 + 1] * T.float32(0.5) + z) / T.float32(3.0) - z, z) + T.if_then_else(i < y, (V[i * 2 + 1] * T.float32(0.5) + z) / T.float32(3.0) - z, z) + T.if_then_else(i < x + y, (V[i * 2 + 1] * T.float32(0.5) + z) / T.float32(3.0) - z, z)

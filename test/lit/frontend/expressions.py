# RUN: %tirc --emit=tir -O0 %s | FileCheck %s
# Promotion, literals, and what is computed while reading, as TVM 0.27 does it.
from tvm.script import tirx as T

# CHECK-LABEL: def promotion
@T.prim_func
def promotion(A: T.Buffer((64,), "int64"), F: T.Buffer((64,), "float32"), i: T.int32, l: T.int64, u: T.uint32, s: T.int8, b: T.bool, h: T.float16, f: T.float32, d: T.float64, w: T.bfloat16):
    # CHECK-NEXT: A[0] = T.Cast("int64", i) + l
    A[0] = i + l
    # CHECK-NEXT: A[1] = T.Cast("int64", T.Cast("uint32", i) + u)
    A[1] = i + u
    # CHECK-NEXT: A[2] = T.Cast("int64", T.Cast("int32", s) + 1)
    A[2] = s + 1
    # CHECK-NEXT: A[3] = T.Cast("int64", T.Cast("int32", b) + i)
    A[3] = b + i
    # CHECK-NEXT: A[4] = l + T.int64(4294967296)
    A[4] = l + 4294967296
    # CHECK-NEXT: A[5] = T.Cast("int64", s << T.int8(1))
    A[5] = s << 1
    # CHECK-NEXT: F[0] = T.Cast("float32", h) + f
    F[0] = h + f
    # CHECK-NEXT: F[1] = T.Cast("float32", h * T.float16(2.0))
    F[1] = h * 2
    # CHECK-NEXT: F[2] = T.Cast("float32", h) + T.float32(0.5)
    F[2] = h + 0.5
    # CHECK-NEXT: F[3] = T.Cast("float32", d * T.float64(2.5))
    F[3] = d * 2.5
    # CHECK-NEXT: F[4] = T.Cast("float32", T.Cast("float16", w) + h)
    F[4] = w + h
    # CHECK-NEXT: F[5] = T.Cast("float32", i) / f
    F[5] = i / f
    # CHECK-NEXT: F[0:4] = F[T.Ramp(0, 1, 4)] * T.Broadcast(f, 4) + T.Broadcast(T.float32(1.0), 4)
    F[0:4] = F[T.Ramp(0, 1, 4)] * f + 1
    # CHECK-NEXT: F[4:8] = T.Cast("float32x4", T.Ramp(i, 1, 4))
    F[4:8] = T.Ramp(i, 1, 4)
    # CHECK-NEXT: F[8:12] = T.Broadcast(T.Cast("float32", i), 4)
    F[8:12] = T.Broadcast(i, 4)


# CHECK-LABEL: def folding
@T.prim_func
def folding(A: T.Buffer((64,), "int32"), F: T.Buffer((64,), "float32"), M: T.Buffer((8,), "bool"), i: T.int32, f: T.float32, b: T.bool):
    # CHECK-NEXT: A[0] = 3
    A[0] = T.int32(1) + 2
    # CHECK-NEXT: A[1] = i
    # CHECK-NEXT: A[2] = i
    # CHECK-NEXT: A[3] = 0
    A[1] = i + 0
    A[2] = 1 * i
    A[3] = i * 0
    # CHECK-NEXT: A[4] = -2147483648
    A[4] = T.int32(2147483647) + 1
    # CHECK-NEXT: A[5] = -4
    A[5] = -7 // 2
    # CHECK-NEXT: A[6] = i * -1
    A[6] = -i
    # CHECK-NEXT: A[7] = i + 1 + 2
    A[7] = i + 1 + 2
    # CHECK-NEXT: A[8] = T.Add(1, 2)
    A[8] = T.Add(1, 2)
    # CHECK-NEXT: A[9] = 3
    A[9] = T.truncdiv(7, 2)
    # CHECK-NEXT: A[10] = T.Div(i, 3)
    A[10] = T.truncdiv(i, 3)
    # CHECK-NEXT: A[11] = (i + 4 - 1) // 4
    A[11] = T.ceildiv(i, 4)
    # CHECK-NEXT: A[12] = T.Select(i >= 0, i, 0 - i)
    A[12] = T.abs(i)
    # CHECK-NEXT: A[13] = i
    A[13] = T.floor(i)
    # CHECK-NEXT: A[14] = i
    A[14] = T.if_then_else(T.bool(True), i, 0)
    # CHECK-NEXT: A[15] = 2
    A[15] = T.int32(2.7)
    # CHECK-NEXT: F[0] = T.float32(3.0)
    F[0] = T.cast(3, "float32")
    # CHECK-NEXT: F[1] = T.Cast("float32", 3)
    F[1] = T.Cast("float32", 3)
    # CHECK-NEXT: F[2] = T.float32(0.30000001192092896)
    F[2] = T.float32(0.1) + T.float32(0.2)
    # CHECK-NEXT: F[3] = T.float32(0.30000000000000004)
    F[3] = 0.1 + 0.2
    # CHECK-NEXT: F[4] = T.float32(2.0)
    F[4] = T.round(2.5)
    # CHECK-NEXT: F[5] = T.fabs(f)
    F[5] = T.abs(f)
    # CHECK-NEXT: F[6] = T.float32(340282346638528859811704183484516925440.0)
    F[6] = T.max_value("float32")
    # CHECK-NEXT: F[0:4] = F[T.Ramp(0, 1, 4)] * T.Broadcast(T.float32(1.0), 4)
    F[0:4] = F[T.Ramp(0, 1, 4)] * 1
    # CHECK-NEXT: M[0] = 0 <= i and i < 8
    M[0] = 0 <= i < 8
    # CHECK-NEXT: M[1] = T.And(b, T.bool(True))
    M[1] = b and True
    # CHECK-NEXT: M[2] = T.EQ(1, 2)
    M[2] = T.int32(1) == T.int32(2)
    # CHECK-NEXT: M[3] = T.bool(True)
    M[3] = T.int32(1) < 2
    # CHECK-NEXT: M[4] = T.fabs(f) == T.float32("inf") and not T.isnan(f)
    M[4] = T.isinf(f)


# CHECK-LABEL: def precedence
@T.prim_func
def precedence(A: T.Buffer((64,), "int32"), i: T.int32, j: T.int32, k: T.int32, b: T.bool):
    # CHECK-NEXT: A[0] = i - (j - k)
    A[0] = i - (j - k)
    # CHECK-NEXT: A[1] = i << 2 + k
    A[1] = i << 2 + k
    # CHECK-NEXT: A[2] = i & j | k ^ 1
    A[2] = i & j | k ^ 1
    # CHECK-NEXT: A[3] = ~i * j % k
    A[3] = ~i * j % k
    # CHECK-NEXT: A[4] = T.if_then_else(not i == 0 and b or j < 1, T.if_then_else(b, 1, 2), 3)
    A[4] = (1 if b else 2) if not i == 0 and b or j < 1 else 3
    # CHECK-NEXT: A[5] = T.if_then_else(b, i, T.if_then_else(j < k, j, k))
    A[5] = i if b else j if j < k else k
    # CHECK-NEXT: A[6] = i * -1 + 3
    A[6] = -i + +3


# CHECK-LABEL: def vectors
@T.prim_func
def vectors(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "float32"), V: T.Buffer((4,), "float32x4"), n: T.int32):
    # CHECK-NEXT: B[n * 4:n * 4 + 4] = B[A[T.Ramp(0, 1, 4)]]
    B[n * 4:(n + 1) * 4] = B[A[0:4]]
    # CHECK-NEXT: B[0:16:4] = V[1]
    B[0:16:4] = V[1]
    # CHECK-NEXT: A[n] = n
    A[n:n + 1] = n
    # CHECK-NEXT: A[0:4] = T.Shuffle([T.Ramp(n, 1, 4), T.Broadcast(n, 4)], [0, 7, 2, 5])
    A[0:4] = T.Shuffle([T.Ramp(n, 1, 4), T.Broadcast(n, 4)], [0, 7, 2, 5])
    # CHECK-NEXT: T.masked_store(B, T.masked_load("float32x4", B, T.Ramp(0, 1, 4), T.Ramp(0, 1, 4) < T.Broadcast(n, 4)), T.Ramp(0, 1, 4), T.Ramp(0, 1, 4) < T.Broadcast(n, 4))
    T.masked_store(B, T.masked_load("float32x4", B, T.Ramp(0, 1, 4), T.Ramp(0, 1, 4) < n), T.Ramp(0, 1, 4), T.Ramp(0, 1, 4) < n)
    # CHECK-NEXT: x = T.int32()
    # CHECK-NEXT: A[1] = T.Let(x * x, where={x: n + 1})
    x = T.int32()
    A[1] = T.Let(x * x, where={x: n + 1})

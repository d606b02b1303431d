# Loops in which no element may be promoted: each would be if it were not for what is said above it.
# RUN: %tirc -O3 --legalize=none --emit=tir --cse-profile=hexagon %s 2>&1 | FileCheck --implicit-check-not="acc:{{ }}T" --implicit-check-not="warning:{{ }}" %s
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def bump(P: T.Buffer((64,), "int32")) -> T.int32:
        P[2] = P[2] + 1
        return P[2]

    # Two calls of one function are two values: j may be i + 1.
    # CHECK-LABEL: def calls(
    @T.prim_func(s_tir=True)
    def calls(A: T.Buffer((64,), "int32"), P: T.Buffer((64,), "int32")):
        T.func_attr({"tirx.noalias": True})
        i: T.let[T.int32] = Module.bump(P.data)
        j: T.let[T.int32] = Module.bump(P.data)
        for k in range(4):
            A[j] = A[j] + A[i + 1]
            A[i + 1] = A[i + 1] * 3

    # So are two loads with a store in between, as they are or bound: i may be one of the k.
    # CHECK-LABEL: def loads(
    @T.prim_func(s_tir=True)
    def loads(A: T.Buffer((64,), "int32"), P: T.Buffer((4,), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i in range(P[0] + 4, P[0] + 5):
            P[0] = P[0] + 4
            for k in range(P[0], P[0] + 4):
                A[i] = A[i] + A[k]
        a: T.let[T.int32] = P[1]
        P[1] = a + 4
        b: T.let[T.int32] = P[1]
        for k in range(4):
            A[a + 4] = A[a + 4] + A[b + k]

    # The start of the loop changes the element: it is not read before.  The end counts calls.
    # CHECK-LABEL: def bounds(
    @T.prim_func(s_tir=True)
    def bounds(A: T.Buffer((64,), "int32")):
        for k in T.serial(Module.bump(A.data), 8):
            A[2] = A[2] + A[k + 60]
        for i in range(4):
            for k in range(Module.bump(A.data)):
                A[i] = A[i] + A[i + 1]

    # Where uint32 wraps, `0 < n - 5` does not say that the loop runs.
    # CHECK-LABEL: def wraps(
    @T.prim_func(s_tir=True)
    def wraps(A: T.Buffer((64,), "int32"), n: T.uint32):
        for i in range(4):
            for k in T.serial(T.uint32(5), n):
                A[i * 100] = A[i * 100] + A[i * 100 + 1]

    # It never runs, and A[i * 100] is nowhere.
    # CHECK-LABEL: def never(
    @T.prim_func(s_tir=True)
    def never(A: T.Buffer((64,), "int32")):
        for i in range(4):
            for k in range(0):
                A[i * 100] = A[i * 100] + A[i * 100 + 1]

    # A pragma stays right above its loop.
    # CHECK-LABEL: def pragma(
    # CHECK: T.attr(
    # CHECK-NEXT: for k in
    @T.prim_func(s_tir=True)
    def pragma(A: T.Buffer((64,), "int32")):
        for i in range(8, 16):
            with T.attr(0, "pragma_x", 1):
                for k in range(8):
                    A[i] = A[i] + A[k]

    # Iterations that are not one after the other.
    # CHECK-LABEL: def threads(
    @T.prim_func(s_tir=True)
    def threads(A: T.Buffer((64,), "int32")):
        for i in range(8, 16):
            for k in T.parallel(8):
                A[i] = A[i] + A[k]

    # Memory of all threads of a block.
    # CHECK-LABEL: def shared(
    @T.prim_func(s_tir=True)
    def shared(A: T.Buffer((64,), "int32")):
        S = T.alloc_buffer((64,), "int32", scope="shared")
        for i in range(8, 16):
            for k in range(8):
                S[i] = S[i] + S[k]
            A[i] = S[i]

    # k meets i + 1; -k meets -i - 1.
    # CHECK-LABEL: def meets(
    @T.prim_func(s_tir=True)
    def meets(A: T.Buffer((64,), "int32")):
        for i in range(8):
            for k in range(8):
                A[i + 1] = A[i + 1] + A[k]
            for k in range(8):
                A[30 - i] = A[30 - i] + A[31 - k]

    # The functions it calls read the element, or write it.
    # CHECK-LABEL: def called(
    @T.prim_func(s_tir=True)
    def called(A: T.Buffer((64,), "int32")):
        for i in range(8, 16):
            for k in range(8):
                A[i] = A[i] + A[k] + Module.bump(A.data)
            for k in range(8):
                A[i] = A[i] + A[k] + T.call_extern("int32", "f")

    # It may be left before the element is written, or without what is behind it.
    # CHECK-LABEL: def left(
    @T.prim_func(s_tir=True)
    def left(A: T.Buffer((64,), "int32"), n: T.int32) -> T.int32:
        for i in range(8, 16):
            for k in range(8):
                if A[k] > n:
                    break
                A[i * 100] = A[i * 100] + A[k]
            for k in range(8):
                A[i] = A[i] + A[k]
                if A[k] > n:
                    return 0
        return 1

    # Some of these lanes may be it.
    # CHECK-LABEL: def vectors(
    @T.prim_func(s_tir=True)
    def vectors(A: T.Buffer((64,), "int32")):
        for i in range(8, 16):
            for k in range(8):
                A[i] = A[i] + A[k]
                A[T.Ramp(k, 1, 4)] = T.Broadcast(A[i], 4)

    # A view of the same memory.
    # CHECK-LABEL: def view(
    @T.prim_func(s_tir=True)
    def view(A: T.Buffer((64,), "int32")):
        T.func_attr({"tirx.noalias": True})
        V = T.decl_buffer((64,), "int32", data=A.data)
        for i in range(8, 16):
            for k in range(8):
                A[i] = A[i] + A[k] + V[k + 8]

    # In 8 bits n - 156 is n + 100.
    # CHECK-LABEL: def narrow(
    @T.prim_func(s_tir=True)
    def narrow(A: T.Buffer((300,), "int32"), n: T.int8):
        for k in range(8):
            A[n + T.int8(100)] = A[n + T.int8(100)] + A[n - T.int8(100) - T.int8(56)]

# RUN: %tirc --emit=tir --after=read %s > %t.py
# RUN: FileCheck %s < %t.py
# RUN: %tirc --emit=tir --after=read %t.py | diff %t.py -
# What TVM 0.8 to 0.11 wrote is printed as it is written today.
from tvm.script import tir as T

# CHECK: @T.prim_func(s_tir=True)
# CHECK-NEXT: def old(A: T.Buffer((4, 4), "float32"), p: T.handle("float32", "global"), n: T.int32):
@T.prim_func
def old(A: T.Buffer[16, "float32"], p: T.Ptr[T.float32], n: T.int32) -> None:
    # CHECK-NEXT: T.func_attr({"tirx.noalias": True})
    T.func_attr({"tir.noalias": True})
    # CHECK-NEXT: A_1 = T.decl_buffer((16,), data=A.data)
    T.preflattened_buffer(A, [4, 4], dtype="float32", data=A.data)
    x = T.var("int32")
    # CHECK-NEXT: x: T.let[T.int32] = T.Div(n, 3)
    with T.let(x, n / 3):
        # CHECK-NEXT: assert x < 16, ("RuntimeError", ["too large"])
        with T.Assert(x < 16, "too large"):
            # CHECK-NEXT: C = T.alloc_buffer((8,), scope="local")
            with T.allocate([2, 4], "float32", "local") as C:
                # CHECK-NEXT: C[x] = A_1[x] + T.exp(T.Cast("float32", n))
                T.store(C, x, T.load("float32", A.data, x) + T.exp(T.cast(n, "float32"), dtype="float32"))
                # CHECK-NEXT: T.call_extern("void", "f", C.data, n)
                T.evaluate(T.call_extern("f", C, n, dtype="void"))
    # CHECK-NEXT: K = T.alloc_buffer((2,), "int32")
    # CHECK-NEXT: K[0] = 7
    # CHECK-NEXT: K[1] = 9
    K = T.allocate_const([7, 9], "int32", [2])
    # CHECK-NEXT: A_1[K[1]] = T.pow(A_1[0], T.float32(2.0))
    A[K[1]] = T.power(A[0], T.float32(2), dtype="float32")

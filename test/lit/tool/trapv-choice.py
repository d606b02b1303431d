# With -ftrapv, CSE leaves a Select that evaluates one arm alone as it is: with its loads named it would evaluate both,
# and the sum of the other arm overflows.
# RUN: %tirc --run=interp -ftrapv --no-cse %s n=0
# RUN: %tirc --run=interp -ftrapv --cse-profile=size %s n=0
# RUN: %tirc --run=jit -ftrapv --cse-profile=size %s n=0
# RUN: %tirc --run=interp -ftrapv --cse-profile=host %s n=0
# RUN: not %tirc --run=interp -ftrapv --cse-profile=size %s n=1 2>&1 | FileCheck --check-prefix=TRAP %s
# RUN: %tirc --emit=tir -ftrapv --cse-profile=size %s | FileCheck --check-prefix=KEPT %s
# RUN: %tirc --emit=tir --cse-profile=size %s | FileCheck --check-prefix=NAMED %s
# TRAP: error: signed overflow in Add
# KEPT: B[0] = T.Select(n > 0, A[0] + A[1] + 2147483647, A[0] * 2 + A[1])
# NAMED: cse_v1 = T.bind(A[0])
# NAMED: B[0] = T.Select(n > 0, cse_v1 + cse_v2 + 2147483647, cse_v1 * 2 + cse_v2)
@T.prim_func(s_tir=True)
def main(A: T.Buffer((2,), "int32"), B: T.Buffer((1,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    if n >= 0:
        A[0] = 1
    B[0] = T.Select(n > 0, A[0] + A[1] + 2147483647, A[0] * 2 + A[1])

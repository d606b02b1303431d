# -ftrapv: signed + - * of 32 bits and more trap where they overflow; without it the interpreter wraps.
# RUN: not %tirc --run=interp -ftrapv %s n=65536 m=0 2>&1 | FileCheck --check-prefix=MUL %s
# RUN: not %tirc --run=interp -ftrapv %s n=0 m=2147483645 2>&1 | FileCheck --check-prefix=LOOP %s
# RUN: %tirc --run=interp -ftrapv %s n=46340 m=2147483644
# RUN: %tirc --run=interp %s n=65536 m=2147483645
# MUL: trapv.py:[[#@LINE+9]]:9: error: signed overflow in Mul
# LOOP: trapv.py:[[#@LINE+5]]:5: error: signed overflow in the variable of the loop
@T.prim_func(s_tir=True)
def main(A: T.Buffer((4,), "int32"), C: T.Buffer((4,), "int16"), U: T.Buffer((4,), "uint32"), n: T.int32, m: T.int32):
    C[0] = T.int16(32767) + C[1] + T.int16(1)
    U[0] = U[1] - T.uint32(1)
    for i in T.serial(m, m + 4):
        A[3] = i
    if n > 0:
        A[0] = n * n

# The variable of a loop of one iteration is a constant, whatever its step is: the other terms say whether two elements are one.
# RUN: %tirc -O2 --no-loops --legalize=none --cse-profile=host --emit=tir -o - %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
from tvm.script import tirx as T

# The difference is 8 * i7 - 42 * i3 - 7: odd.
# CHECK-LABEL: def apart
# CHECK: [[X:cse_v[0-9]+]] = T.bind(B[i3 * 48 + (i4 + 1) * 8])
# CHECK-NEXT: for i7 in range(2):
# CHECK-NEXT: = [[X]]
@T.prim_func(s_tir=True)
def apart(B: T.Buffer((64,), "uint32")):
    for i3 in range(2):
        for i4 in range(0, 2, step=2):
            for i7 in range(2):
                B[i7 * 8 + i3 * 6 + (i4 + 1)] = B[i3 * 48 + (i4 + 1) * 8]


# The difference is 8 * i7 - 42 * i3 - 14: 0 for some.
# CHECK-LABEL: def meet
# CHECK: for i7 in range(8):
# CHECK: = B[i3 * 48 + (i4 + 2) * 8]
@T.prim_func(s_tir=True)
def meet(B: T.Buffer((128,), "uint32")):
    for i3 in range(2):
        for i4 in range(0, 2, step=2):
            for i7 in range(8):
                B[i7 * 8 + i3 * 6 + (i4 + 2)] = B[i3 * 48 + (i4 + 2) * 8]

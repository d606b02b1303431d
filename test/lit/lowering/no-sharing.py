# Equal nodes of a statement are built once, but with --no-sharing: the baseline of bench/demo.py, in which nothing is shared.
# RUN: %tirc -O2 --no-cse --passes=verify --emit=ll %s | FileCheck --check-prefix=ONCE %s
# RUN: %tirc -O2 --no-cse --no-sharing --passes=verify --emit=ll %s | FileCheck --check-prefix=TWICE %s
# RUN: %tirc --run=interp --save=%t.1 %s x=7 y=3 && %tirc --run=jit --no-cse --no-sharing --save=%t.2 %s x=7 y=3 && diff -r %t.1 %t.2
# ONCE: = mul
# ONCE-NOT: = mul
# TWICE: = mul
# TWICE: = mul
# TWICE-NOT: = mul
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((2,), "int32"), x: T.int32, y: T.int32):
    A[0] = (x * y + 1) ^ (x * y + 2)

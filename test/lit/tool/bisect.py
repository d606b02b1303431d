# --cse-counter=N shares the first N of all, through all functions, so that halving N finds the one that matters.

# RUN: %tirc --emit=plan --cse-counter=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=plan --cse-counter=2 %s | FileCheck --check-prefix=TWO %s
# RUN: %tirc --emit=plan --cse-counter=4 %s | FileCheck --check-prefix=FOUR %s
# RUN: %tirc --emit=plan --cse-counter=99 %s > %t.many && %tirc --emit=plan %s | diff - %t.many
# RUN: %tirc --emit=tir --explain --cse-counter=1 %s -o %t.tir 2>&1 | FileCheck --check-prefix=SAYS %s
# RUN: %tirc --emit=tir --cse-counter=0 %s -o %t.none && %tirc --emit=tir --no-cse %s -o - | diff - %t.none
# RUN: not %tirc --cse-counter=few %s 2>&1 | FileCheck --check-prefix=WORD %s
# RUN: not %tirc --cse-counter= %s 2>&1 | FileCheck --check-prefix=EMPTY %s

# NONE: f: 0 new names
# NONE: g: 0 new names
# TWO: f: 2 new names
# TWO: g: 0 new names
# FOUR: f: 3 new names
# FOUR: g: 1 new name,
# SAYS: computed once instead of
# SAYS: times: --cse-counter has come to its end
# WORD: error: --cse-counter=few: must be a number of at most 9 digits
# EMPTY: error: option '--cse-counter' needs a value

from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), x: T.float32, y: T.float32, z: T.float32):
        for i in range(64):
            A[i] = x * y + y * z / x + (x - z) * B[0]
            B[i] = x * y - y * z / x - (x - z)

    @T.prim_func(s_tir=True)
    def g(A: T.Buffer((64,), "float32"), x: T.float32, y: T.float32):
        A[0] = x * y / x
        A[1] = x * y + x
        A[2] = x / y * x
        A[3] = x / y - x

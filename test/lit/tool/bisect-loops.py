# --loops-counter=N transforms the first N loops of all, through all functions and passes; the rest is left as it is, and told so.

# RUN: %tirc --scratch=0 --target=hexagon --emit=tir --loops-counter=0 %s -o %t.0
# RUN: %tirc --target=hexagon --emit=tir --lanes=0 --scratch=0 --unroll-and-jam=0 --split-loops=0 --no-promote-scalars --predictive-commoning=none %s -o - | diff - %t.0
# RUN: %tirc --scratch=0 --target=hexagon --emit=tir --loops-counter=99 %s -o %t.99
# RUN: %tirc --scratch=0 --target=hexagon --emit=tir %s -o - | diff - %t.99
# RUN: %tirc --scratch=0 --target=hexagon --emit=tir --explain --loops-counter=0 %s -o %t 2>&1 | FileCheck --check-prefix=NONE %s
# RUN: %tirc --scratch=0 --target=hexagon --emit=tir --explain --loops-counter=1 %s -o %t 2>&1 | FileCheck --check-prefix=ONE %s
# RUN: %tirc --scratch=0 --target=hexagon --emit=tir --explain %s -o %t 2>&1 | FileCheck --check-prefix=ALL %s
# RUN: not %tirc --loops-counter=few %s 2>&1 | FileCheck --check-prefix=WORD %s

# Each N gives the same numbers.
# RUN: %tirc --scratch=0 --run=interp --save=%t.right %s k=3
# RUN: %tirc --scratch=0 --run=hexagon --loops-counter=0 --save=%t.none %s k=3 && diff -r %t.right %t.none
# RUN: %tirc --scratch=0 --run=hexagon --loops-counter=1 --save=%t.one %s k=3 && diff -r %t.right %t.one
# RUN: %tirc --scratch=0 --run=hexagon --loops-counter=2 --save=%t.two %s k=3 && diff -r %t.right %t.two
# RUN: %tirc --scratch=0 --run=hexagon --save=%t.all %s k=3 && diff -r %t.right %t.all

# NONE: is not vectorised: --loops-counter has come to its end
# NONE: is not unrolled and jammed: --loops-counter has come to its end
# NONE-NOT: vectorised, with
# NONE-NOT: is kept
# ONE: loop 'i': vectorised, with
# ONE: loop 'p' is not vectorised: --loops-counter has come to its end
# ONE-NOT: is kept
# ALL: loop 'p': vectorised, with
# ALL: is kept in a register
# WORD: error: --loops-counter=few: must be a number of at most 9 digits

from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def sums(A: T.Buffer((96, 96), "int32"), x: T.Buffer((96,), "int32"), y: T.Buffer((96,), "int32"), k: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(96):
            for j in range(96):
                A[j, i] = i * k + j * 5
        for p in range(96):
            for q in range(96):
                x[p] = x[p] + A[q, p] * k
        for u in range(96):
            for v in range(96):
                y[u] = y[u] + A[u, v] * k
# UNSUPPORTED: slow-with-sanitizers

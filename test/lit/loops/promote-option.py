# --promote-scalars and --no-promote-scalars stand against the profile; the last one given counts.
# RUN: %tirc --emit=plan --cse-profile=host %s | FileCheck --check-prefix=ON %s
# RUN: %tirc --emit=plan --cse-profile=host --no-promote-scalars %s | FileCheck --check-prefix=OFF %s
# RUN: %tirc --emit=plan --cse-profile=host -promote-scalars=0 %s | FileCheck --check-prefix=OFF %s
# RUN: %tirc --emit=plan --cse-profile=host --promote-scalars=false %s | FileCheck --check-prefix=OFF %s
# RUN: %tirc --emit=plan --cse-profile=size %s | FileCheck --check-prefix=OFF %s
# RUN: %tirc --emit=plan --cse-profile=size --promote-scalars %s | FileCheck --check-prefix=ON %s
# RUN: %tirc --emit=plan --cse-profile=size --promote-scalars=1 %s | FileCheck --check-prefix=ON %s
# RUN: %tirc --emit=plan --cse-profile=size --no-promote-scalars --promote-scalars=true %s | FileCheck --check-prefix=ON %s
# RUN: not %tirc --promote-scalars=2 %s 2>&1 | FileCheck --check-prefix=WORD %s
# RUN: not %tirc --promote-scalars= %s 2>&1 | FileCheck --check-prefix=EMPTY %s
# RUN: not %tirc --no-promote-scalars=1 %s 2>&1 | FileCheck --check-prefix=TWICE %s
# RUN: rm -rf %t.d && %tirc --emit=ll --promote-scalars=0 --unroll-and-jam=2 --save-temps=%t.d %s -o %t.ll
# RUN: cat %t.d/*.py | FileCheck --check-prefix=SAVED %s
# ON: f: 1 promoted element
# OFF: f: 0 new names
# OFF-NOT: promoted
# WORD: error: --promote-scalars=2: must be 0 or 1
# EMPTY: error: --promote-scalars=: must be 0 or 1
# TWICE: error: unknown option '--no-promote-scalars'; did you mean '--promote-scalars'?
# SAVED: # tirc --emit=tir --legalize=none --optimize={{.*}} --cse-profile=host --unroll-and-jam=2 --promote-scalars=0
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((40,), "int32")):
    for k in range(31):
        A[0] = A[0] + A[k + 1]

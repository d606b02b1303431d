# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A block too long for LLVM's code generation is cut, and does the same; a shorter one stays whole, and code of one that is longer by far is
# generated as it is, with a word.
# RUN: rm -rf %t && mkdir %t
# RUN: %python -c "import sys; t = open(sys.argv[1]).read(); [open(f'{sys.argv[2]}/{n}.py', 'w').write(t + ''.join(f'    B[m * 3 + {k}] = A[m * 3 + {k}] + A[m * 3 + {k} + 1] * 3 + A[m * 3 + {k} + 2]\\n' for k in range(n))) for n in (100, 500, 1500)]" %s %t
# RUN: %tirc --target=hexagon -O2 -S -o - %t/100.py | not grep "Address of block that was removed"
# RUN: %tirc --target=hexagon -O2 -S -o - %t/500.py | FileCheck %s
# RUN: %tirc --target=hexagon -O0 -c -o %t/500.o %t/500.py 2>&1 | count 0
# RUN: %tirc --target=hexagon -O2 -c -o %t/1500.o %t/1500.py 2>&1 | FileCheck %s --check-prefix=NOTE
# RUN: %tirc --run=interp %t/500.py m=1 --save=%t/interp
# RUN: %tirc --run=hexagon -O2 -w %t/500.py m=1 --save=%t/o2 && diff -r %t/interp %t/o2
# CHECK: Address of block that was removed by CodeGen
# NOTE: note: LLVM does not optimise the code of 'f': its long block of operations would take it too long
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def f(A: T.Buffer((1024,), "int32"), B: T.Buffer((1024,), "int32"), m: T.int32):
    T.func_attr({"tirx.noalias": True})

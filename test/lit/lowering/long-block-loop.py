# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A loop whose body is a block too long for LLVM's code generation keeps its counter and its sum when the block is cut.
# RUN: rm -rf %t && mkdir %t
# RUN: %python -c "import sys; t = open(sys.argv[1]).read(); open(sys.argv[2] + '/k.py', 'w').write(t + ''.join(f'        B[i * 3 + {k}] = A[i * 3 + {k}] + A[i * 3 + {k} + 1] * m + B[0]\\n' for k in range(900)))" %s %t
# RUN: %tirc --target=hexagon -O2 -S -o - %t/k.py | FileCheck %s
# RUN: %tirc --target=hexagon -O2 -g -c -o %t/k.o -w %t/k.py
# RUN: %tirc --run=interp %t/k.py m=7 --save=%t/interp
# RUN: %tirc --run=hexagon -O2 -w %t/k.py m=7 --save=%t/o2 && diff -r %t/interp %t/o2
# CHECK: Address of block that was removed by CodeGen
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def f(A: T.Buffer((1024,), "int32"), B: T.Buffer((1024,), "int32"), m: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(m):
# UNSUPPORTED: slow-with-sanitizers

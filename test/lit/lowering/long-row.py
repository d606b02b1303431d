# A long row of operations goes on in new blocks: LLVM's code generators take time by the square of a block's
# length, and stack by the length of the chains in it.

# RUN: %python -c "n = 4500; print(open(r'%s').read() + '    A[0] = ' + '(' * n + 'A[0]' + ' * k + m)' * n)" > %t.py
# RUN: %tirc -O0 --emit=ll %t.py | FileCheck %s
# RUN: %tirc -O2 --emit=ll %t.py | FileCheck --check-prefix=ONE %s
# RUN: %tirc --run=interp --save=%t.i %t.py k=3 m=5
# RUN: %tirc --run=jit -O2 --save=%t.j %t.py k=3 m=5
# RUN: %tirc --run=hexagon -O0 --save=%t.h %t.py k=3 m=5
# RUN: diff -r %t.i %t.j
# RUN: diff -r %t.i %t.h

# CHECK: br label %row
# CHECK: {{^}}row:
# CHECK: br label %row{{[0-9]+}}
# ONE-LABEL: define
# ONE-NOT: row
# from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer((1,), "int32"), k: T.int32, m: T.int32):
    A[0] = 7
# UNSUPPORTED: slow-with-sanitizers

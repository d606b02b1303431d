# LLVM 19 does not have the later processors: an error, where LLVM itself would crash.
# UNSUPPORTED: llvm-22
# RUN: not %tirc --target=hexagon -mcpu=hexagonv79 -c -o %t.o %s 2>&1 | FileCheck %s
# RUN: %tirc --target=hexagon -mcpu=hexagonv73 -c -o %t.o %s
# CHECK: error: LLVM {{[0-9]+}} has no processor 'hexagonv79'; its latest is hexagonv73
from tvm.script import tirx as T


@T.prim_func
def f(A: T.Buffer((4,), "int32")):
    A[0] = 1

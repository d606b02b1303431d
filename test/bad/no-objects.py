# options: --target=nvptx64 -o -
# expected-error@0 {{LLVM makes no objects for target 'nvptx64'; it makes assembly: -S}}
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((4,), "int32")):
    A[0] = 1

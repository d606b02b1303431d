# options: -O0 --emit=ll -mtriple=nonesuch
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    A[0] = x
# expected-error@0:0 {{there is no target 'nonesuch'; there are 'hexagon', 'host', and what LLVM has, such as 'riscv64-linux-gnu'}}

# options: -O0 --emit=ll
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    B[0] = T.call_llvm_intrin("int32", "llvm.hexagon.A2.abs", i)
# expected-error@7:12 {{'llvm.hexagon.A2.abs' exists only on Hexagon}}

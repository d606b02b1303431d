# options: -O0 --emit=ll --target=hexagon -mattr=-hvx
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    T.evaluate(T.call_llvm_intrin("int32x32", "llvm.hexagon.V6.lvsplatw.128B", i))
# expected-error@7:16 {{'llvm.hexagon.V6.lvsplatw.128B' needs HVX with vectors of 128 bytes on the target}}

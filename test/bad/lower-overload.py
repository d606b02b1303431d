# options: -O0 --emit=ll
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32")):
    B[0] = T.call_llvm_pure_intrin("int32", "llvm.vector.reduce.add", B[T.Ramp(0, 1, 8)])
    A[0] = T.call_llvm_pure_intrin("float32", "llvm.fma", A[1], B[0])
# expected-error@7:12 {{the operands do not fit 'llvm.fma'}}

# options: -O0 --emit=ll
from tvm.script import tirx as T

@T.prim_func
def f(B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool")):
    B[0] = T.call_llvm_pure_intrin("int32", "llvm.ctlz", B[1], M[0])
# expected-error@6:12 {{LLVM does not take this call of 'llvm.ctlz': immarg operand has non-immediate parameter}}

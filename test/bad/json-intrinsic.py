# options: --emit=json
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    A[0] = T.call_llvm_pure_intrin("float32", "llvm.fabs", A[1])
# expected-error@0 {{the call of 'llvm.fabs' cannot be written as JSON: TVM's JSON has a number of its own LLVM for that name}}

# A symbol of LLVM's own.
# refused: a function's name cannot begin with 'llvm.', which is LLVM's own
from tvm.script import tirx as T
@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32):
    T.func_attr({"global_symbol": "llvm.sqrt.f32"})
    B[0] = A[0]

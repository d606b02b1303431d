# options: -O0 --emit=ll
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    T.evaluate(T.tvm_load_matrix_sync(A.data, 16, 16, 16, 0, A.data, 16, "row_major"))
# expected-error@7:16 {{T.tvm_load_matrix_sync is not supported: it is for GPUs only}}

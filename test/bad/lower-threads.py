# options: -O0 --emit=ll
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    T.tvm_storage_sync("shared")
# expected-error@7:5 {{T.tvm_storage_sync cannot be compiled for a CPU: threads that wait for each other do not run one after the other}}

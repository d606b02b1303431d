# options: -O0 --emit=ll
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    with T.launch_thread("threadIdx.x", 4) as tx:
        C = T.alloc_buffer((4,), "float32", scope="shared")
        C[tx] = x
        A[tx] = C[3 - tx]
# expected-error@8:9 {{'C' is shared by threads that run at the same time: this cannot be compiled for a CPU}}

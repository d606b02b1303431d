# options: -O0 --emit=ll
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float8_e4m3fn")):
    C[0] = T.Cast("float8_e4m3fn", A[0])
# expected-error@6:12 {{conversion to a float8 type is not supported}}

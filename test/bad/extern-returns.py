# options: -O0 --emit=tir --extern-header=%S/Inputs/bad.h
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    A[0] = T.call_extern("float32", "tirc_one", i)
# expected-error@7:12 {{'tirc_one' returns int32, not float32}}
# expected-note@8:5 {{'tirc_one' is declared here}}

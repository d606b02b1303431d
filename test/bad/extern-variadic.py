# options: -O0 --emit=tir --extern-header=%S/Inputs/bad.h
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    T.evaluate(T.call_extern("int32", "tirc_sum", i, T.float16(1)))
# expected-error@7:54 {{argument 2 of 'tirc_sum' has type float16, which C does not pass to '...'}}
# expected-note@6:5 {{'tirc_sum' is declared here}}

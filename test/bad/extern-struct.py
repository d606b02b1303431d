# options: -O0 --emit=tir --extern-header=%S/Inputs/bad.h
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    T.evaluate(T.call_extern("int32", "tirc_pair", i))
# expected-error@7:16 {{'tirc_pair' cannot be called from TIR, which cannot pass struct tirc_pair}}
# expected-note@7:5 {{'tirc_pair' is declared here}}

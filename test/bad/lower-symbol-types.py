# options: -O0 --emit=ll
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    T.evaluate(T.call_extern("int32", "f", 3))
# expected-error@6:16 {{'f' is a function of this module, which takes or returns other types}}

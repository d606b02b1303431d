# options: -O0 --emit=ll
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float8_e4m3fn")):
    T.call_packed("g", A)
# expected-error@6:24 {{expected an expression, not a buffer; A[i] is an element, A.data the pointer to the first}}

# options: -O0 --emit=ll
from tvm.script import tirx as T

@T.prim_func
def memcpy(A: T.Buffer((16,), "float32")):
    A[0] = 1.0
# expected-error@5:1 {{a function cannot be exported as 'memcpy': compiled code calls another function of that name; --rename=memcpy=NAME exports it under a name of yours}}

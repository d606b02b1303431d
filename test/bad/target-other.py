# options: --target=host --emit=ll -o /dev/null
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "int32")):
    T.func_attr({"target": T.target({"kind": "hexagon", "mcpu": "hexagonv68", "mtriple": "hexagon"})})
    A[0] = 1
# expected-warning@5:1 {{the target of 'f' is 'hexagon', but it is compiled for 'x86_64-pc-linux-gnu'}}

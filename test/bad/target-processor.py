# options: --emit=ll --target=hexagon -o /dev/null
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "int32")):
    T.func_attr({"target": T.target({"kind": "hexagon", "mcpu": "hexagonv68", "mtriple": "hexagon"})})
    A[0] = 1
# expected-warning@5:1 {{the target of 'f' has the processor 'hexagonv68', but it is compiled for 'hexagonv67'}}

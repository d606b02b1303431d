# options: --target=spirv -O0 --emit=ll
# expected-error@0 {{target 'spirv' is for shaders; for functions there are 'spirv32' and 'spirv64'}}
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((4,), "int32")):
    A[0] = 1

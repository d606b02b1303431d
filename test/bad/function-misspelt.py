# options: -O0 --emit=tir --function=mian
from tvm.script import tirx as T

# expected-error@0 {{there is no function 'mian'; did you mean 'main'? There is 'main'}}
@T.prim_func
def main(A: T.Buffer((4,), "int32")):
    A[0] = 1

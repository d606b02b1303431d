# options: -O0 --emit=ll --function=absent
from tvm.script import tirx as T

# expected-error@0 {{there is no function 'absent'; there is 'main'}}
@T.prim_func
def main(A: T.Buffer((4,), "int32")):
    A[0] = 1

# run: jit --timeout=100: error: --run=jit does not call 'system': no --extern-header declares it
from tvm.script import tirx as T
@T.prim_func
def main(A: T.Buffer((4,), "float32")):
    T.evaluate(T.call_extern("int32", "system", "echo PWNED $(id -un)"))
    A[0] = 1.0

# options: -c -o -
from tvm.script import ir as I, tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4,), "int32")):
        A[0] = 1

    @T.prim_func
    def waits(A: T.Buffer((4,), "int32")):  # expected-warning {{function 'waits' is left out}}
        T.ptx.barrier(A.data)  # expected-note {{T.ptx is not supported: it is for GPUs only}}

    @T.prim_func
    def calls(A: T.Buffer((4,), "int32")):  # expected-warning {{function 'calls' is left out, as it calls 'waits'}}
        Module.waits(A.data)

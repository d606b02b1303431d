# options: -O0 --emit=ll
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float8_e4m3fn")):
    T.evaluate(T.tvm_call_packed("g", T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(16), 0, 1, T.Cast("float32", A[0]), 0)))
# expected-error@6:16 {{T has no 'tvm_call_packed'}}

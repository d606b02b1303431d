from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    T.evaluate(T.tvm_thread_invariant("a"))
# expected-error@6:39 {{operand 1 of 'T.tvm_thread_invariant' must be a number or a pointer, but is a string}}

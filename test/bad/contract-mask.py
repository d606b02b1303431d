from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    T.evaluate(T.get_active_lane_mask("bool", i, n))
# expected-error@6:16 {{the result of 'T.get_active_lane_mask' must be a vector, but is bool}}

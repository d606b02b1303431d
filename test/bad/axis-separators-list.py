from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((4, 4), "float32", axis_separators=[1])
    C = T.alloc_buffer((4, 4), "float32", axis_separators=["x"])
    D = T.alloc_buffer((4, 4), "float32", axis_separators=[99])
# expected-warning@5:59 {{axis_separators are left out: memory has one dimension, row after row}}
# expected-error@6:60 {{an axis separator must be a constant integer, not a string}}
# expected-error@7:60 {{an axis separator must be at least 0 and at most 16}}

from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "int32")):
    A[0] = 1

print((1)
# expected-error@7:1 {{a bracket of what begins here is never closed}}
# expected-note@7:1 {{what is no kernel is left out}}

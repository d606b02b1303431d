# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# The pull request: what only one arm repeats is named at the entry of that arm.

@T.prim_func
def branch(A: T.Buffer((64,), "int32"), c: T.bool, x: T.int32, y: T.int32, z: T.int32):
    if c:
        cse_var_1 = T.bind(x * y + z)
        A[0] = cse_var_1
        A[1] = cse_var_1
    else:
        A[2] = x
    A[3] = y

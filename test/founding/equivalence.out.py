# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# The slides and the thread: x+y and y+x, (x+y)+z and x+(y+z), if one wants so.

@T.prim_func
def terms(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32, z: T.int32):
    cse_var_1 = T.bind(x + y)
    A[0] = cse_var_1 * 3
    A[1] = (y + x) * 3
    A[2] = (cse_var_1 + z) * 5
    A[3] = (x + (y + z)) * 5

# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# The thread: of (w+x) + (y+z) and (w+x)+u, w+x; the slides: (w+x)*(y+z) where z is not in scope yet.

@T.prim_func
def sub(A: T.Buffer((64,), "int32"), w: T.int32, x: T.int32, y: T.int32, u: T.int32):
    cse_var_1 = T.bind(w + x)
    for z in range(8):
        cse_var_2 = T.bind(y + z)
        A[z] = cse_var_1 + cse_var_2
        A[z + 8] = cse_var_1 + u
        A[z + 16] = cse_var_1 * cse_var_2

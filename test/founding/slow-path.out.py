# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# The thread: complex_e is computed on slow paths only, and stays there.

@T.prim_func
def paths(M: T.Buffer((64,), "int32"), cond0: T.bool, cond2: T.bool, x: T.int32, y: T.int32):
    if cond0:
        M[0] = x // y * 7
    else:
        if cond2:
            M[1] = x // y * 7
        else:
            M[2] = x

# What runs ends with the command, whatever signal that dies of, and its folder goes.

# RUN: rm -rf %t && mkdir %t
# RUN: %python %S/Inputs/killed.py %t %tirc --run=jit %s
# RUN: %python %S/Inputs/killed.py %t %tirc --run=hexagon %s
# RUN: %python %S/Inputs/killed.py %t %tirc --timeout=1000 --run=hexagon %s
# from tvm.script import tirx as T

@T.prim_func
def endless(A: T.Buffer((1,), "float32")):
    while A[0] == 0.0:
        A[0] = A[0] * 2.0

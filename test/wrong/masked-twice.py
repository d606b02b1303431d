# A masked load of many lanes whose indices are another one.
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((512,), "int32"), J: T.Buffer((512,), "int32"), B: T.Buffer((512,), "int32")):
    B[0:256] = A.vload([J.vload([T.Ramp(0, 2, 256)], predicate=T.Ramp(0, 1, 256) < T.Broadcast(100, 256)) % T.Broadcast(512, 256)], predicate=T.Broadcast(7, 256) < T.Ramp(0, 1, 256))

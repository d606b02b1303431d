# accept: range with annotations, as T.serial has them
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "int32")):
    for i in range(8, annotations={"pragma_loop_partition_hint": 1}):
        A[i] = i
    for i in range(2, 8, annotations={"x": 1}):
        A[i] = i

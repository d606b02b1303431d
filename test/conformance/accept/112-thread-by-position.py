# accept: T.thread_binding with the thread by position
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "int32")):
    for i in T.thread_binding(8, "threadIdx.x"):
        A[i] = i
    for i in T.thread_binding(2, 8, "threadIdx.y"):
        A[i] = i

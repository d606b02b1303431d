# accept: T.target with its host by name
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "int32")):
    T.func_attr({"target": T.target({"kind": "hexagon", "mcpu": "hexagonv68"}, host={"kind": "llvm"})})
    for i in range(8):
        A[i] = i

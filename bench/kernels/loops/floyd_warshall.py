# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# floyd_warshall: the shortest paths between all pairs of 40 nodes
# fill path 1 999
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def floyd_warshall(path: T.Buffer((40, 40), "int32")):
    T.func_attr({"tirx.noalias": True})
    for k in range(40):
        for i in range(40):
            for j in range(40):
                path[i, j] = T.min(path[i, j], path[i, k] + path[k, j])

# The first thing that the checker numbers is an index that reads memory, for its range.
# RUN: %tirc --cse-profile=hexagon --emit=tir -o - %s | FileCheck %s
# CHECK: cse_v1 = T.bind(O[
# CHECK: O[0] = cse_v
from tvm.script import tirx as T


@T.prim_func
def f(C: T.Buffer((32,), "int32"), O: T.Buffer((64,), "uint32")):
    O[0] = O[(C[31] + C[31]) % 64] + O[(C[31] + C[31]) % 64]

# options: --target=hexagon -O2 --emit=tir --schedule=%S/Inputs/schedule-way.schedule
# expected-error@1:9 {{there is no way 'covers'}}
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def k(A: T.Buffer((64, 20), "uint8"), O: T.Buffer((64, 20), "uint8")):
    for y, c in T.grid(64, 20):
        O[y, c] = A[y, c]

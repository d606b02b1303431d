# REQUIRES: isl
# RUN: %tirc --emit=tir --target=hexagon --cover=0 --cse-level=none %s | FileCheck %s
# RUN: %tirc --explain --emit=tir --target=hexagon --cover=0 %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon --cover=0 %s --save=%t/o3 && cmp %t/interp/O.npy %t/o3/O.npy
# An index that is kept inside by a minimum or maximum becomes a choice between a row and its border.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def main
# CHECK: O[{{.*}}] = T.max(T.Select(T.Shuffle([T.bool(False), T.bool(True)], {{.*}}), T.Broadcast(A
# WHY: remark: loop 'x': loads at an index with a minimum or maximum became selects of two loads; loads: 2
# WHY: remark: loop 'x': vectorised
@T.prim_func(s_tir=True)
def main(A: T.Buffer((9, 256), "uint8"), O: T.Buffer((9, 256), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(9, 256):
        A[y, x] = T.Cast("uint8", (y * 37 + x * 11) % 256)
    # The row above is the same for all lanes: its maximum stays.
    for y, x in T.grid(9, 256):
        O[y, x] = T.max(A[T.max(y - 1, 0), T.max(x - 1, 0)], A[y, T.min(x + 1, 255)])

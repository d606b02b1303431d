# RUN: %tirc --emit=tir --target=hexagon --cse-level=none %s | FileCheck %s
# RUN: %tirc --explain --emit=tir --target=hexagon %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# An index that is kept inside by a minimum or maximum is known in each lane: a row, and its border in the first or last lane.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def main
# CHECK: for y in range(7):
# CHECK-NEXT: O_1[{{.*}}] = T.max(T.Select(T.Shuffle([T.bool(False), T.bool(True)], [0, 1, 1,
# CHECK-NEXT: O_1[{{.*}}] = T.max({{.*}}T.Shuffle([A_1[{{.*}}]], [1, 2, 3,
# WHY: remark: loop 'y': what it stores is covered by registers
@T.prim_func(s_tir=True)
def main(A: T.Buffer((9, 256), "uint8"), O: T.Buffer((9, 256), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(9, 256):
        A[y, x] = T.Cast("uint8", (y * 37 + x * 11) % 256)
    # The row above is the same for all lanes: its maximum stays.
    for y, x in T.grid(9, 256):
        O[y, x] = T.max(A[T.max(y - 1, 0), T.max(x - 1, 0)], A[y, T.min(x + 1, 255)])

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Rows that move on in their place are registers where each element is loaded before it is stored.
# RUN: %tirc --emit=tir --target=hexagon -O3 --legalize=all --cover=all -Werror %s | FileCheck %s
# RUN: %tirc --emit=schedule --target=hexagon -O3 --cover=all %s | FileCheck --check-prefix=WAYS %s
# RUN: rm -rf %t && mkdir %t && %tirc --run=interp -O0 --function=up %s S=random:7 A=random:8 --save=%t/i && %tirc --run=hexagon -O3 --cover=all --function=up %s S=random:7 A=random:8 --save=%t/h && cmp %t/i/S.npy %t/h/S.npy
# RUN: %tirc --run=interp -O0 --function=down %s S=random:7 A=random:8 --save=%t/i && %tirc --run=hexagon -O3 --cover=all --function=down %s S=random:7 A=random:8 --save=%t/h && cmp %t/i/S.npy %t/h/S.npy
# RUN: %tirc --run=interp -O0 --function=spread %s S=random:7 --save=%t/i && %tirc --run=hexagon -O3 --cover=all --function=spread %s S=random:7 --save=%t/h && cmp %t/i/S.npy %t/h/S.npy
# RUN: %tirc --run=interp -O0 --function=ends %s S=random:7 --save=%t/i && %tirc --run=hexagon -O3 --cover=all --function=ends %s S=random:7 --save=%t/h && cmp %t/i/S.npy %t/h/S.npy
from tvm.script import tirx as T


# All three stores are one nest.  The last rows of A are loaded in a line that begins earlier: the loop over rows is cut there.
# CHECK-LABEL: {{^}}def up
# CHECK: S_2[i * 512:i * 512 + 128] = T.Shuffle([S_2[T.Ramp(i * 512, 1, 128)], {{.*}}], [2, 3,
# CHECK: A_2[T.Ramp(384, 1, 128)]
# WAYS: {{^}}up.S:[[@LINE+4]] = cover(flat=2
@T.prim_func(s_tir=True)
def up(S: T.Buffer((256, 16), "int8"), A: T.Buffer((256, 2), "int8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(256):
        for t in range(14):
            S[i, t] = S[i, t + 2]
        S[i, 14] = A[i, 0]
        S[i, 15] = A[i, 1]


# The same down memory.
# WAYS: {{^}}down.S:[[@LINE+4]] = cover(flat=2
@T.prim_func(s_tir=True)
def down(S: T.Buffer((256, 16), "int8"), A: T.Buffer((256,), "int8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(256):
        for t in range(15):
            S[i, 15 - t] = S[i, 14 - t]
        S[i, 0] = A[i]


# Each element is stored before the next one loads it: the first one of a row goes to all.
# WAYS-NOT: {{^(spread|ends)}}
@T.prim_func(s_tir=True)
def spread(S: T.Buffer((256, 16), "int8")):
    T.func_attr({"tirx.noalias": True})
    for i, t in T.grid(256, 15):
        S[i, t + 1] = S[i, t]


# The last element is one that the other store has changed.
# WAYS-NOT: {{^(spread|ends)}}
@T.prim_func(s_tir=True)
def ends(S: T.Buffer((256, 16), "int8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(256):
        for t in range(15):
            S[i, t] = S[i, t + 1]
        S[i, 15] = S[i, 0]


# A last register that begins earlier would load what the one before it has stored.
# WAYS-NOT: {{^}}tail.S{{.*}} = cover(flat=2
@T.prim_func(s_tir=True)
def tail(S: T.Buffer((9, 30), "int8"), A: T.Buffer((9,), "int8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(9):
        for t in range(29):
            S[i, t] = S[i, t + 1]
        S[i, 29] = A[i]


# What the second loop loads, the first one stores an iteration later: as two nests, it would be before.
# WAYS-NOT: {{^}}later.S{{.*}} = cover
@T.prim_func(s_tir=True)
def later(S: T.Buffer((65, 128), "int8"), A: T.Buffer((65, 32), "int8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        for t in range(32):
            S[i, t] = A[i, t]
        for t in range(32):
            S[i, t + 64] = S[i + 1, t]

# At -O3 for Hexagon one version unrolls and jams outer loops before their bodies become vectors: copies of a row share what they load.
# RUN: %tirc --target=hexagon -O3 -Rpass=tirc-choose %s -c -o %t.o 2>&1 | FileCheck %s
# CHECK: remark: function 'columns' is compiled with copies of rows as vectors{{.*}}: {{3[0-9][0-9]}} packets a call by its code with m = 8, n = 108, with what is told above it takes {{5[0-9][0-9]}}
# RUN: %tirc --target=hexagon -O3 --emit=tir %s | FileCheck --check-prefix=KEPT %s
# KEPT: for i in range(0, T.max(m, 0) // 4 * 4, 4):
# KEPT: O[i + 3, j:j + 32] =
# It does what the loops do as they stand.
# RUN: %tirc --run=interp -O0 %s A=random:7 O=zeros m=7 n=107 > %t.plain
# RUN: %tirc --target=hexagon -O3 --emit=tir %s -o %t.py && %tirc --run=interp -O0 %t.py A=random:7 O=zeros m=7 n=107 > %t.rows && cmp %t.plain %t.rows
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def columns(O: T.Buffer((10, 109), "int32"), A: T.Buffer((10, 109), "int32"), m: T.int32, n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i, j in T.grid(m, n):
        O[i, j] = A[i, j + 1] + A[i + 1, j + 1] + A[i + 2, j + 1]

# UNSUPPORTED: slow-with-sanitizers

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# LLVM may make HVX of such a loop.
# RUN: %tirc --target=hexagon -O2 -S -o - %s | FileCheck --check-prefix=VECTOR %s
# RUN: %tirc --target=hexagon -O2 -fno-vectorize -S -o - %s | FileCheck --check-prefix=SCALAR %s
from tvm.script import tirx as T


@T.prim_func
def add(A: T.Buffer((4096,), "int16"), B: T.Buffer((4096,), "int16")):
    for i in range(4096):
        B[i] = A[i] + B[i]
# VECTOR: .h = vadd(
# SCALAR: {{^}}add:
# SCALAR-NOT: vadd(

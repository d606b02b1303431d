# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 --no-cse --optimize=delinearize %s | FileCheck %s
# Loops over products that stay one loop, since the proof does not follow their digits.
from tvm.script import tirx as T


# Factors that are sums of 64 bits: what the proof does not follow it refuses.
# CHECK-LABEL: {{^}}def sums(
# CHECK: B[
@T.prim_func(s_tir=True)
def sums(B: T.Buffer((1024,), "int32"), h: T.int64, c: T.int64, n: T.int64):
    T.func_attr({"global_symbol": "sums", "tirx.noalias": True})
    for p in range((h + 1) * c * n):
        B[T.max(T.min(p + p // n * (h + 1) + p * c, 1023), 0)] = T.Cast("int32", p % n)

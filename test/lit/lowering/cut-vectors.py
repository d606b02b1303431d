# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --target=hexagon -O3 --try-versions=0 -S %s -o - | FileCheck %s
# A load that lies inside of one before it: LLVM takes its bits out of an integer of 4,096 bits; code generation does that word by word
# over the stack.  As lanes they are two registers, shifted.
# CHECK-NOT: vinsert
# CHECK: valign
# CHECK-NOT: vinsert
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((1320,), "int32"), O: T.Buffer((1280,), "int32")):
    T.func_attr({"global_symbol": "main", "tirx.noalias": True})
    for i in range(1320):
        A[i] = i * 7919 % 1009
    for y in range(4):
        O[y * 264:y * 264 + 128] = T.max(A[T.Ramp(y * 264 + 134, 1, 128)], T.Shuffle([A[T.Ramp(y * 264 + 149, 1, 32)], A[T.Ramp(y * 264 + 165, 1, 32)], A[T.Ramp(y * 264 + 181, 1, 32)], A[T.Ramp(y * 264 + 200, 1, 32)]], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127]))

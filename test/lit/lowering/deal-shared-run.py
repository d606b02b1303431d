# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Take the maximum of two shuffles that are both made from the same two registers, dealt in groups of 32 bytes.  One of the
# shuffles starts in the register before.  Both share one vdeal.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3 && diff -r %t/interp %t/o3
# RUN: %tirc -O3 --try-versions=0 --target=hexagon -mv67 -S %s -o - | FileCheck %s
# CHECK-LABEL: pooled:
# CHECK: vdeal(
# CHECK-NOT: vdeal(
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def pooled(A: T.Buffer((384,), "int8", align=128), O: T.Buffer((128,), "int8", align=128)):
    T.func_attr({"global_symbol": "pooled", "tirx.noalias": True})
    for i in range(384):
        A[i] = T.Cast("int8", i * 37 % 251 - 125)
    O[0:128] = T.max(T.Shuffle([A[T.Ramp(128, 1, 128)], A[T.Ramp(256, 1, 128)]], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223]), T.Shuffle([A[T.Ramp(0, 1, 128)], A[T.Ramp(128, 1, 128)], A[T.Ramp(256, 1, 128)]], [96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255, 288, 289, 290, 291, 292, 293, 294, 295, 296, 297, 298, 299, 300, 301, 302, 303, 304, 305, 306, 307, 308, 309, 310, 311, 312, 313, 314, 315, 316, 317, 318, 319]))

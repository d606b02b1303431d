# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[0] = A[y] * x
    B[T.Add(0, 1) * z] = C[0]
    B[T.Add(1, 1) * z] = C[1]
    B[T.Add(2, 1) * z] = C[2]
    B[T.Add(3, 1) * z] = C[3]
    B[T.Add(4, 1) * z] = C[4]
    B[T.Add(5, 1) * z] = C[5]
    B[T.Add(6, 1) * z] = C[6]
    B[T.Add(7, 1) * z] = C[7]
    B[T.Add(8, 1) * z] = C[8]
    B[T.Add(9, 1) * z] = C[9]
    B[T.Add(10, 1) * z] = C[10]
    B[T.Add(11, 1) * z] = C[11]
    B[T.Add(12, 1) * z] = C[12]
    B[T.Add(13, 1) * z] = C[13]
    B[T.Add(14, 1) * z] = C[14]
    B[T.Add(15, 1) * z] = C[15]
    B[T.Add(16, 1) * z] = C[16]
    B[T.Add(17, 1) * z] = C[17]
    B[T.Add(18, 1) * z] = C[18]
    B[T.Add(19, 1) * z] = C[19]
    B[T.Add(20, 1) * z] = C[20]
    B[T.Add(21, 1) * z] = C[21]
    B[T.Add(22, 1) * z] = C[22]
    B[T.Add(23, 1) * z] = C[23]
    B[T.Add(24, 1) * z] = C[24]
    B[T.Add(25, 1) * z] = C[25]
    B[T.Add(26, 1) * z] = C[26]
    B[T.Add(27, 1) * z] = C[27]
    B[T.Add(28, 1) * z] = C[28]
    B[T.Add(29, 1) * z] = C[29]
    B[T.Add(30, 1) * z] = C[30]
    B[T.Add(31, 1) * z] = C[31]
    B[T.Add(32, 1) * z] = C[32]
    B[T.Add(33, 1) * z] = C[33]
    B[T.Add(34, 1) * z] = C[34]
    B[T.Add(35, 1) * z] = C[35]
    B[T.Add(36, 1) * z] = C[36]
    B[T.Add(37, 1) * z] = C[37]
    B[T.Add(38, 1) * z] = C[38]
    B[T.Add(39, 1) * z] = C[39]
    B[1023] = A[y] * x
    A[5] = 3

# A load finds what an earlier one found, or what a store wrote, past any number of stores that write elsewhere.
# RUN: %tirc -O2 --cse-level=ranges --emit=tir %s | FileCheck %s
from tvm.script import tirx as T

# CHECK-LABEL: def same
# CHECK: [[X:cse_v[0-9]+]] = T.bind(A[0] * x)
# CHECK: B[0] = [[X]]
# CHECK-NOT: A[0]
# CHECK: B[1] = [[X]]
@T.prim_func
def same(A: T.Buffer((4096,), "int32"), B: T.Buffer((64,), "int32"), x: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[0] = A[0] * x
    A[10] = x + 10
    A[11] = x + 11
    A[12] = x + 12
    A[13] = x + 13
    A[14] = x + 14
    A[15] = x + 15
    A[16] = x + 16
    A[17] = x + 17
    A[18] = x + 18
    A[19] = x + 19
    A[20] = x + 20
    A[21] = x + 21
    A[22] = x + 22
    A[23] = x + 23
    A[24] = x + 24
    A[25] = x + 25
    A[26] = x + 26
    A[27] = x + 27
    A[28] = x + 28
    A[29] = x + 29
    A[30] = x + 30
    A[31] = x + 31
    A[32] = x + 32
    A[33] = x + 33
    A[34] = x + 34
    A[35] = x + 35
    A[36] = x + 36
    A[37] = x + 37
    A[38] = x + 38
    A[39] = x + 39
    B[1] = A[0] * x

# What one of them wrote is seen: the first, the last, and the later of two.
# CHECK-LABEL: def written
# CHECK: A[5] = [[V:cse_v[0-9]+]]
# CHECK: A[7] = [[W:cse_v[0-9]+]]
# CHECK: B[1] = [[V]] * x
# CHECK: B[2] = [[W]] * x
@T.prim_func
def written(A: T.Buffer((4096,), "int32"), B: T.Buffer((64,), "int32"), x: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[0] = A[5] * x
    B[3] = A[7] * x
    A[0] = T.max(x, 17)
    A[10] = x + 10
    A[11] = x + 11
    A[12] = x + 12
    A[13] = x + 13
    A[14] = x + 14
    A[15] = x + 15
    A[16] = x + 16
    A[17] = x + 17
    A[18] = x + 18
    A[19] = x + 19
    A[20] = x + 20
    A[21] = x + 21
    A[22] = x + 22
    A[23] = x + 23
    A[24] = x + 24
    A[25] = x + 25
    A[26] = x + 26
    A[27] = x + 27
    A[28] = x + 28
    A[29] = x + 29
    A[30] = x + 30
    A[31] = x + 31
    A[32] = x + 32
    A[33] = x + 33
    A[34] = x + 34
    A[35] = x + 35
    A[36] = x + 36
    A[37] = x + 37
    A[38] = x + 38
    A[39] = x + 39
    A[5] = x + 99
    A[7] = x // 3
    A[6] = x + 98
    A[40] = x - 40
    A[41] = x - 41
    A[42] = x - 42
    A[43] = x - 43
    A[44] = x - 44
    A[45] = x - 45
    A[46] = x - 46
    A[47] = x - 47
    A[48] = x - 48
    A[49] = x - 49
    A[50] = x - 50
    A[51] = x - 51
    A[52] = x - 52
    A[53] = x - 53
    A[54] = x - 54
    A[55] = x - 55
    A[56] = x - 56
    A[57] = x - 57
    A[58] = x - 58
    A[59] = x - 59
    A[60] = x - 60
    A[61] = x - 61
    A[62] = x - 62
    A[63] = x - 63
    B[1] = A[5] * x
    B[2] = A[7] * x

# A store at a variable index may be any of them.
# CHECK-LABEL: def anywhere
# CHECK: B[0] = A[0] * x
# CHECK: B[1] = A[0] * x
@T.prim_func
def anywhere(A: T.Buffer((4096,), "int32"), B: T.Buffer((64,), "int32"), x: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[0] = A[0] * x
    A[x] = 1
    A[10] = x + 10
    A[11] = x + 11
    A[12] = x + 12
    A[13] = x + 13
    A[14] = x + 14
    A[15] = x + 15
    A[16] = x + 16
    A[17] = x + 17
    A[18] = x + 18
    A[19] = x + 19
    A[20] = x + 20
    A[21] = x + 21
    A[22] = x + 22
    A[23] = x + 23
    A[24] = x + 24
    A[25] = x + 25
    A[26] = x + 26
    A[27] = x + 27
    A[28] = x + 28
    A[29] = x + 29
    A[30] = x + 30
    A[31] = x + 31
    A[32] = x + 32
    A[33] = x + 33
    A[34] = x + 34
    A[35] = x + 35
    A[36] = x + 36
    A[37] = x + 37
    A[38] = x + 38
    A[39] = x + 39
    B[1] = A[0] * x

# A store of the other path is none of this one.
# CHECK-LABEL: def paths
# CHECK: A[4] = [[P:cse_v[0-9]+]]
# CHECK: [[Q:cse_v[0-9]+]] = T.bind([[P]] * x)
# CHECK: B[1] = [[Q]]
# CHECK: else:
# CHECK-NEXT: B[0] = y * x
@T.prim_func
def paths(A: T.Buffer((4096,), "int32"), B: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    T.func_attr({"tirx.noalias": True})
    A[4] = y
    A[10] = x + 10
    A[11] = x + 11
    A[12] = x + 12
    A[13] = x + 13
    A[14] = x + 14
    A[15] = x + 15
    A[16] = x + 16
    A[17] = x + 17
    A[18] = x + 18
    A[19] = x + 19
    A[20] = x + 20
    A[21] = x + 21
    A[22] = x + 22
    A[23] = x + 23
    A[24] = x + 24
    A[25] = x + 25
    A[26] = x + 26
    A[27] = x + 27
    A[28] = x + 28
    A[29] = x + 29
    A[30] = x + 30
    A[31] = x + 31
    A[32] = x + 32
    A[33] = x + 33
    A[34] = x + 34
    A[35] = x + 35
    A[36] = x + 36
    A[37] = x + 37
    A[38] = x + 38
    A[39] = x + 39
    if y > 3:
        A[4] = x + 77
        B[2] = A[4] * x
        A[40] = x - 40
        A[41] = x - 41
        A[42] = x - 42
        A[43] = x - 43
        A[44] = x - 44
        A[45] = x - 45
        A[46] = x - 46
        A[47] = x - 47
        A[48] = x - 48
        A[49] = x - 49
        A[50] = x - 50
        A[51] = x - 51
        A[52] = x - 52
        A[53] = x - 53
        A[54] = x - 54
        A[55] = x - 55
        A[56] = x - 56
        A[57] = x - 57
        A[58] = x - 58
        A[59] = x - 59
        A[60] = x - 60
        A[61] = x - 61
        A[62] = x - 62
        A[63] = x - 63
        B[1] = A[4] * x
    else:
        B[0] = A[4] * x

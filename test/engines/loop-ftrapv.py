# args: n=2147483640 -ftrapv
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    for i in range(n, n + 4):
        A[i - n] = i
    for i in T.serial(16):
        for j in range(n, n + T.Select(i < 2, 4, 20)):
            A[i] = j

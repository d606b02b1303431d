# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# correlation: the correlation matrix of 28 columns of 36 values
# Fixed point: corr in units of 2**-20, the data normalised to 2**-10. 6 is the root of 36; the roots of the
# variances are found bit by bit: 15 bits, since all that roots are taken of is below 2**30.
# fill data 0 999
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def correlation(data: T.Buffer((36, 28), "int32"), corr: T.Buffer((28, 28), "int32"), mean: T.Buffer((28,), "int32"), stddev: T.Buffer((28,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for j in range(28):
        mean[j] = 0
        for i in range(36):
            mean[j] = mean[j] + data[i, j]
        mean[j] = T.truncdiv(mean[j], 36)
    for j in range(28):
        stddev[j] = 0
        for i in range(36):
            stddev[j] = stddev[j] + (data[i, j] - mean[j]) * (data[i, j] - mean[j])
        stddev[j] = T.truncdiv(stddev[j], 36)
        root: T.int32 = 0
        for bit in range(15):
            if (root + (1 << (14 - bit))) * (root + (1 << (14 - bit))) <= stddev[j]:
                root = root + (1 << (14 - bit))
        stddev[j] = T.Select(root == 0, 1, root)
    for i in range(36):
        for j in range(28):
            data[i, j] = data[i, j] - mean[j]
            data[i, j] = T.truncdiv(data[i, j] * 1024, 6 * stddev[j])
    for i in range(27):
        corr[i, i] = 1048576
        for j in range(i + 1, 28):
            corr[i, j] = 0
            for k in range(36):
                corr[i, j] = corr[i, j] + data[k, i] * data[k, j]
            corr[j, i] = corr[i, j]
    corr[27, 27] = 1048576

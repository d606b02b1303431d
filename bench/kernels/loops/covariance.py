# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# covariance: the covariance matrix of 40 columns of 48 values
# fill data 0 999
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def covariance(data: T.Buffer((48, 40), "int32"), cov: T.Buffer((40, 40), "int32"), mean: T.Buffer((40,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for j in range(40):
        mean[j] = 0
        for i in range(48):
            mean[j] = mean[j] + data[i, j]
        mean[j] = T.truncdiv(mean[j], 48)
    for i in range(48):
        for j in range(40):
            data[i, j] = data[i, j] - mean[j]
    for i in range(40):
        for j in range(i, 40):
            cov[i, j] = 0
            for k in range(48):
                cov[i, j] = cov[i, j] + data[k, i] * data[k, j]
            cov[i, j] = T.truncdiv(cov[i, j], 47)
            cov[j, i] = cov[i, j]

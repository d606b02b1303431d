# Float instructions of HVX are emulated: the same bits as in the interpreter, for each processor and under each setting that keeps them.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc --run=interp %s --save=%t/interp
# RUN: %tirc --run=hexagon -O2 -mcpu=hexagonv73 -mhvx-ieee-fp --stats %s --save=%t/v73 | FileCheck %s
# RUN: diff -r %t/interp %t/v73
# RUN: %tirc --run=hexagon -O0 -mcpu=hexagonv68 -mhvx-ieee-fp %s --save=%t/v68
# RUN: diff -r %t/interp %t/v68
# RUN: %tirc --run=hexagon -O3 -mcpu=hexagonv75 -mhvx-ieee-fp --emulate=first-even %s --save=%t/v75
# RUN: diff -r %t/interp %t/v75
# As many packets as the code has, which the stubs are not of:
# CHECK: packets: {{[0-9][0-9][0-9][0-9][0-9]$}}
# RUN: not %tirc --run=hexagon --emulate=last %s 2>&1 | FileCheck --check-prefix=SETTING %s
# SETTING: error: --emulate=last: must be first-even, flush or integers
# RUN: not %tirc --run=interp --emulate=flush %s 2>&1 | FileCheck --check-prefix=ENGINE %s
# ENGINE: error: --emulate needs --run=hexagon
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((256,), "float32"), H: T.Buffer((256,), "float16"), S: T.Buffer((256,), "int16"),
             C: T.Buffer((4, 256), "float32"), D: T.Buffer((6, 256), "float16")):
        T.func_attr({"tirx.noalias": True})
        for i in range(256):
            A[i] = T.reinterpret("float32", i * 16843009 ^ 0x3f000000)
            H[i] = T.reinterpret("float16", T.Cast("int16", i * 257))
            S[i] = T.Cast("int16", i * 256 - 32700)
        # NaNs of one kind
        for i in range(256):
            A[i] = T.Select(T.isnan(A[i]), T.float32(1.5), A[i])
            H[i] = T.Select(T.isnan(H[i]), T.float16(1.5), H[i])
        for i in range(8):
            C[0, i * 32:i * 32 + 32] = A[i * 32:i * 32 + 32] + A[224 - i * 32:256 - i * 32]
            C[1, i * 32:i * 32 + 32] = A[i * 32:i * 32 + 32] - A[224 - i * 32:256 - i * 32]
            C[2, i * 32:i * 32 + 32] = A[i * 32:i * 32 + 32] * A[224 - i * 32:256 - i * 32]
            C[3, i * 32:i * 32 + 32] = A[i * 32:i * 32 + 32] * A[224 - i * 32:256 - i * 32] - A[i * 32:i * 32 + 32]
        for i in range(4):
            D[0, i * 64:i * 64 + 64] = H[i * 64:i * 64 + 64] + H[192 - i * 64:256 - i * 64]
            D[1, i * 64:i * 64 + 64] = H[i * 64:i * 64 + 64] - H[192 - i * 64:256 - i * 64]
            D[2, i * 64:i * 64 + 64] = H[i * 64:i * 64 + 64] * H[192 - i * 64:256 - i * 64]
            D[3, i * 64:i * 64 + 64] = T.Cast("float16x64", S[i * 64:i * 64 + 64])
            D[4, i * 64:i * 64 + 64] = T.Cast("float16x64", T.Cast("uint16x64", S[i * 64:i * 64 + 64]))
            D[5, i * 64:i * 64 + 64] = T.Cast("float16x64", A[i * 64:i * 64 + 64])
        for i in range(256):
            for j in range(4):
                C[j, i] = T.Select(T.isnan(C[j, i]), T.float32(7), C[j, i])
            for j in range(6):
                D[j, i] = T.Select(T.isnan(D[j, i]), T.float16(7), D[j, i])

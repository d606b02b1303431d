# A processor brings its HVX, the default spelled out as well; features count as they are given.
# REQUIRES: llvm-22
# RUN: %tirc --run=hexagon --stats %s > %t.default
# RUN: FileCheck --check-prefix=VECTOR %s < %t.default
# RUN: %tirc --run=hexagon -mcpu=hexagonv67 --stats %s | diff %t.default -
# RUN: %tirc --run=hexagon -mcpu=hexagonv67 -mattr=+hvxv67,+hvx-length128b --stats %s | diff %t.default -
# RUN: %tirc --run=hexagon -mattr=+packets --stats %s | diff %t.default -
# RUN: %tirc --run=hexagon -mcpu=hexagonv60 --stats %s | FileCheck --check-prefix=VECTOR %s
# RUN: %tirc --run=hexagon -mcpu=hexagonv73 --stats %s | FileCheck --check-prefix=VECTOR %s
# RUN: %tirc --run=hexagon -mcpu=hexagonv67 -mattr=-hvx --stats %s | FileCheck --check-prefix=SCALAR %s
# RUN: %tirc --run=hexagon -mcpu=hexagonv67t --stats %s | FileCheck --check-prefix=SCALAR %s
# VECTOR: packets: {{[34][0-9][0-9]$}}
# VECTOR: hvx: {{[1-9]}}
# SCALAR: packets: {{[3-9][0-9][0-9][0-9]$}}
# SCALAR: hvx: 0
#
# From v68 on LLVM adds vectors of floats by itself: floats stay scalar unless somebody asks for them.
# RUN: %tirc --target=hexagon -mcpu=hexagonv68 --emit=ll --function=scale %s | FileCheck --check-prefix=V68 %s
# RUN: %tirc --target=hexagon -mcpu=hexagonv68 -S -o - --function=scale %s | FileCheck --check-prefix=FLOATS %s
# RUN: %tirc --target=hexagon -mcpu=hexagonv68 -mattr=+hvx-ieee-fp --emit=ll --function=scale %s | FileCheck --check-prefix=IEEE %s
# V68: "target-cpu"="hexagonv68" "target-features"="+hvxv68,+hvx-length128b,-hvx-qfloat"
# FLOATS: sfmpy(
# FLOATS-NOT: {{[.]sf|[.]qf32}}
# IEEE: fmul <32 x float>
# IEEE: "target-features"="+hvxv68,+hvx-length128b,-hvx-qfloat,+hvx-ieee-fp"
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4096,), "int32"), B: T.Buffer((4096,), "int32"), C: T.Buffer((4096,), "int32")):
        T.func_attr({"global_symbol": "main", "tirx.noalias": True})
        for i in range(4096):
            C[i] = A[i] + B[i]

    @T.prim_func
    def scale(X: T.Buffer((32,), "float32")):
        X[0:32] = X[0:32] * T.Broadcast(T.float32(2.5), 32)
# UNSUPPORTED: slow-with-sanitizers

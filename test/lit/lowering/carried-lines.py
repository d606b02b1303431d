# HVX accesses that are not aligned become accesses of whole lines of memory; LLVM's software pipeliner
# must not read a line before the iteration ahead has stored its part.
# RUN: %tirc --target=hexagon --passes=verify --emit=ll %s | FileCheck --check-prefixes=HVX,BOTH %s
# RUN: %tirc --target=hexagon -fno-vectorize --passes=verify --emit=ll %s | FileCheck --check-prefixes=PLAIN,BOTH %s
from tvm.script import tirx as T

# BOTH-LABEL: define void @loop(
# HVX: !llvm.loop [[LOOP:![0-9]+]]
# PLAIN-NOT: !llvm.loop
@T.prim_func
def loop(x: T.Buffer((124,), "int32"), y: T.Buffer((124,), "int32")):
    T.func_attr({"global_symbol": "loop", "tirx.noalias": True})
    for j in range(124):
        y[j] = y[j] + x[j]

# BOTH-LABEL: define void @vectors(
# BOTH: !llvm.loop [[VECTORS:![0-9]+]]
@T.prim_func
def vectors(y: T.Buffer((256,), "int32")):
    T.func_attr({"global_symbol": "vectors", "tirx.noalias": True})
    for j in range(8):
        y[j * 32:j * 32 + 32] = y[j * 32:j * 32 + 32] + T.Broadcast(1, 32)

# BOTH-LABEL: define void @aligned(
# HVX: !llvm.loop [[ALIGNED:![0-9]+]]
# PLAIN-NOT: !llvm.loop
@T.prim_func
def aligned(y: T.Buffer((256,), "int32", align=128)):
    T.func_attr({"global_symbol": "aligned", "tirx.noalias": True})
    for j in range(8):
        y[j * 32:j * 32 + 32] = y[j * 32:j * 32 + 32] + T.Broadcast(1, 32)

# BOTH: [[OFF:![0-9]+]] = !{!"llvm.loop.pipeline.disable", i1 true}
# HVX: [[VECTORS]] = distinct !{[[VECTORS]], {{.*}}, [[OFF]], {{![0-9]+}}}
# HVX: [[ALIGNED]] = distinct !{[[ALIGNED]], {{![0-9]+}}}

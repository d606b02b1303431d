# -g: each instruction has its line in the TVMScript.
# RUN: %tirc -g -O0 --emit=ll -mtriple=x86_64-unknown-linux-gnu %s | FileCheck %s
from tvm.script import tirx as T

# CHECK: define void @f({{.*}} !dbg ![[F:[0-9]+]]
# CHECK: add nsw i32 {{.*}} !dbg ![[L:[0-9]+]]
# CHECK-DAG: ![[F]] = distinct !DISubprogram(name: "f"{{.*}} line: [[@LINE+3]],
# CHECK-DAG: ![[L]] = !DILocation(line: [[@LINE+3]], column: {{[0-9]+}}, scope: ![[F]])
@T.prim_func(s_tir=True)
def f(A: T.Buffer((16,), "int32"), x: T.int32):
    A[0] = x + 1

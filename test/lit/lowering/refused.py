# What cannot be compiled is refused by name, at its place, all of it in one go.
# RUN: not %tirc -c -o %t.o %s 2>&1 | FileCheck %s --check-prefix=WARNED
# RUN: not %tirc -c -o %t.o --function=threads %s 2>&1 | FileCheck %s
# RUN: not %tirc -c -o %t.o --function=intrinsic --target=hexagon -mattr=-hvx %s 2>&1 | FileCheck %s --check-prefix=HVX
from tvm.script import tirx as T

# WARNED: refused.py:[[@LINE+5]]:1: warning: function 'threads' is left out
# WARNED: refused.py:[[@LINE+16]]:15: error: 'llvm.hexagon.V6.vassign.128B' exists only on Hexagon
# CHECK: refused.py:[[@LINE+9]]:9: error: T.tvm_storage_sync cannot be compiled for a CPU
# CHECK: refused.py:[[@LINE+6]]:9: error: 'S' is shared by threads that run at the same time: this cannot be compiled for a CPU
@T.prim_func(s_tir=True)
def threads(A: T.Buffer((16,), "int32")):
    bx = T.launch_thread("blockIdx.x", 1)
    tx = T.launch_thread("threadIdx.x", 16)
    if bx == 0:
        S = T.alloc_buffer((16,), "int32", scope="shared")
        S[tx] = A[tx]
        T.tvm_storage_sync("shared")
        A[tx] = S[15 - tx]

@T.prim_func(s_tir=True)
def intrinsic(A: T.Buffer((32,), "int32")):
    # HVX: refused.py:[[@LINE+1]]:{{[0-9]+}}: error: 'llvm.hexagon.V6.vassign.128B' needs HVX with vectors of 128 bytes on the target
    A[0:32] = T.call_llvm_intrin("int32x32", "llvm.hexagon.V6.vassign.128B", A[0:32])

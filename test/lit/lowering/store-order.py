# LLVM 22 puts a scalar store behind the vector store of the same memory into one packet, where the vector store comes
# last. What surely lies elsewhere may share its packet.
# RUN: %tirc -O2 --target=hexagon --emit=ll %s | FileCheck %s
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp --function=same %s n=3 --save=%t/interp
# RUN: %tirc -O2 --run=hexagon --function=same %s n=3 --save=%t/hexagon
# RUN: cmp %t/interp/B.npy %t/hexagon/B.npy
# RUN: %tirc -O0 --run=interp --function=narrow %s n=3 --save=%t/interp
# RUN: %tirc -O2 --run=hexagon --function=narrow %s n=3 --save=%t/hexagon
# RUN: cmp %t/interp/B.npy %t/hexagon/B.npy
# RUN: %tirc -O0 --run=interp --function=cleared %s n=3 --save=%t/interp
# RUN: %tirc -O2 --run=hexagon --function=cleared %s n=3 --save=%t/hexagon
# RUN: cmp %t/interp/B.npy %t/hexagon/B.npy
from tvm.script import tirx as T

# CHECK-LABEL: define void @same
# CHECK: call void asm sideeffect "", "~{memory}"()
# CHECK-NEXT: store i32
@T.prim_func(s_tir=True)
def same(B: T.Buffer((128,), "int32", align=128), n: T.int32):
    B[T.Ramp(64, 1, 32)] = T.Broadcast(n, 32)
    B[T.Ramp(0, 1, 32)] = T.Broadcast(n, 32)
    B[T.Ramp(32, 1, 32)] = T.Broadcast(n, 32)
    B[36] = n + 100

# CHECK-LABEL: define void @narrow
# CHECK: call void asm sideeffect "", "~{memory}"()
@T.prim_func(s_tir=True)
def narrow(B: T.Buffer((64,), "int32"), n: T.int32):
    B[T.Ramp(3, 1, 16)] = T.Broadcast(n, 16)
    B[7] = n + 100

# LLVM makes a memset of the loop, and scalar stores of that.
# CHECK-LABEL: define void @cleared
# CHECK: call void asm sideeffect "", "~{memory}"()
# CHECK-NEXT: call void @llvm.memset
@T.prim_func(s_tir=True)
def cleared(B: T.Buffer((64,), "int32"), n: T.int32):
    B[T.Ramp(1, 1, 16)] = T.Broadcast(n, 16)
    for i in range(7):
        B[i + 4] = 0

# CHECK-LABEL: define void @elsewhere
# CHECK-NOT: asm
@T.prim_func(s_tir=True)
def elsewhere(B: T.Buffer((128,), "int32", align=128), C: T.Buffer((128,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[T.Ramp(32, 1, 32)] = T.Broadcast(n, 32)
    B[0] = n + 100
    C[n] = 5

# Without a promise the two may be the same memory.
# CHECK-LABEL: define void @perhaps
# CHECK: call void asm sideeffect "", "~{memory}"()
@T.prim_func(s_tir=True)
def perhaps(B: T.Buffer((128,), "int32", align=128), C: T.Buffer((128,), "int32"), n: T.int32):
    B[T.Ramp(32, 1, 32)] = T.Broadcast(n, 32)
    C[n] = 5

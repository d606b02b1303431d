# --abi=tvm-ffi: an entry beside each exported function; what it checks is tried with TVM in test/python/packed.py.
# RUN: %tirc --abi=tvm-ffi --emit=ll -O0 -mtriple=x86_64-unknown-linux-gnu %s | FileCheck %s
# RUN: %tirc --abi=tvm-ffi --emit=ll -O0 --target=hexagon %s | FileCheck --check-prefix=HEXAGON %s
# RUN: %tirc --abi=tvm-ffi --target=hexagon -c %s -o %t.o && llvm-nm %t.o | FileCheck --check-prefix=SYMBOLS %s
# RUN: %tirc --abi=c --emit=ll %s -o %t.c && %tirc --emit=ll %s | diff - %t.c
# RUN: not %tirc --abi=packed %s 2>&1 | FileCheck --check-prefix=WORD %s
# RUN: %tirc --abi=tvm-ffi --emit=ll --function=nowhere %S/Inputs/packed.py -o %t.x && grep __tvm_ffi_nowhere %t.x | count 1
# RUN: %tirc --abi=tvm-ffi -c %S/Inputs/packed.py -o %t.x 2>&1 | FileCheck --check-prefix=UNKNOWN %s
from tvm.script import ir as I
from tvm.script import tirx as T

# CHECK: expected to match A.shape[0]
# CHECK: define i32 @__tvm_ffi_f(ptr %0, ptr %1, i32 %2, ptr %3)
# CHECK: icmp eq i32 %2, 3
# CHECK: call void @TVMFFIErrorSetRaisedFromCStr(
# CHECK-NEXT: ret i32 -1
# CHECK: call void @f(ptr
# CHECK: ret i32 0
# CHECK-NOT: @__tvm_ffi_hidden
# 32-bit pointers: the rank is 12 bytes behind the data
# HEXAGON: expected hexagon
# HEXAGON: getelementptr i8, ptr {{.*}}, i64 12
# SYMBOLS: U TVMFFIErrorSetRaisedFromCStr
# SYMBOLS: T __tvm_ffi_f
# SYMBOLS: T f
# WORD: error: --abi=packed: must be c or tvm-ffi
# UNKNOWN: packed.py:[[#]]:{{.*}}: warning: function 'twice' is left out
# UNKNOWN: packed.py:[[#]]:{{.*}}: note: --abi=tvm-ffi: no dimension, stride or offset of 'twice' is 'n' alone, so that its value is not known
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(a: T.handle, b: T.handle, k: T.float32):
        n = T.int32()
        A = T.match_buffer(a, (n,), "float32")
        B = T.match_buffer(b, (n,), "float32")
        for i in range(n):
            B[i] = A[i] * k

    @T.prim_func(private=True, s_tir=True)
    def hidden(x: T.int32) -> T.int32:
        return x

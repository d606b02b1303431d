# C headers of external functions: what const, pure and noreturn promise, CSE and LLVM believe.
# RUN: %tirc --extern-header=%S/Inputs/extern.h --emit=tir %s | FileCheck %s
# RUN: %tirc --emit=tir %s | FileCheck --check-prefix=WITHOUT %s
# RUN: %tirc --extern-header=%S/Inputs/extern.h -O0 --emit=ll -mtriple=x86_64-unknown-linux-gnu %s | FileCheck --check-prefixes=LL,HOST %s
# RUN: %tirc --extern-header=%S/Inputs/extern.h -O0 --emit=ll --target=hexagon %s | FileCheck --check-prefix=LL %s
# The table says the same whatever the order and however often a header is given.
# RUN: %tirc --extern-header=%S/Inputs/extern.h --extern-header=%S/Inputs/extern.h --emit=tir %s | FileCheck %s
from tvm.script import tirx as T

# const: one call for both statements, past the store.
# CHECK-LABEL: def const
# CHECK-NEXT: [[F:cse_v[0-9]+]] = T.bind(T.call_extern("float32", "fixed", x))
# CHECK-NEXT: A[0] = [[F]]
# CHECK-NEXT: A[1] = [[F]]
# WITHOUT-LABEL: def const
# WITHOUT-NEXT: A[0] = T.call_extern("float32", "fixed", x)
# WITHOUT-NEXT: A[1] = T.call_extern("float32", "fixed", x)
# LL-LABEL: define void @const
# LL: call float @fixed(float %x) #[[CONST:[0-9]+]]
# HOST: declare float @fixed(float) #[[CONST]]
@T.prim_func(s_tir=True)
def const(A: T.Buffer((4,), "float32"), x: T.float32):
    A[0] = T.call_extern("float32", "fixed", x)
    A[1] = T.call_extern("float32", "fixed", x)

# pure: one value between two stores, a new one after a store.
# CHECK-LABEL: def pure
# CHECK-NEXT: [[T:cse_v[0-9]+]] = T.bind(T.call_extern("float32", "table", x))
# CHECK-NEXT: A[0] = [[T]] * [[T]]
# CHECK-NEXT: A[1] = T.call_extern("float32", "table", x)
# LL-LABEL: define void @pure
# LL: call float @table(float %x) #[[PURE:[0-9]+]]
# HOST: declare float @table(float) #[[PURE]]
@T.prim_func(s_tir=True)
def pure(A: T.Buffer((4,), "float32"), x: T.float32):
    A[0] = T.call_extern("float32", "table", x) * T.call_extern("float32", "table", x)
    A[1] = T.call_extern("float32", "table", x)

# Nothing is known of a plain function: it is called as often as written.
# CHECK-LABEL: def plain
# CHECK-NEXT: A[0] = T.call_extern("float32", "plain", x)
# CHECK-NEXT: A[1] = T.call_extern("float32", "plain", x)
# LL-LABEL: define void @plain_
# LL: call float @plain(float %x){{$}}
# HOST: declare float @plain(float){{$}}
@T.prim_func(s_tir=True)
def plain_(A: T.Buffer((4,), "float32"), x: T.float32):
    A[0] = T.call_extern("float32", "plain", x)
    A[1] = T.call_extern("float32", "plain", x)

# A prototype without attributes says nothing against a call written as pure; one that says it reads
# memory is believed more than the call.
# CHECK-LABEL: def written_pure
# CHECK-NEXT: [[P:cse_v[0-9]+]] = T.bind(T.call_pure_extern("float32", "plain", x))
# CHECK-NEXT: A[0] = [[P]]
# CHECK-NEXT: A[1] = [[P]]
# CHECK-NEXT: A[2] = T.call_pure_extern("float32", "table", x)
# CHECK-NEXT: A[3] = T.call_pure_extern("float32", "table", x)
# LL-LABEL: define void @written_pure
# LL: call float @plain(float %x) #[[CONST]]
# LL: call float @table(float %x) #[[PURE]]
@T.prim_func(s_tir=True)
def written_pure(A: T.Buffer((4,), "float32"), x: T.float32):
    A[0] = T.call_pure_extern("float32", "plain", x)
    A[1] = T.call_pure_extern("float32", "plain", x)
    A[2] = T.call_pure_extern("float32", "table", x)
    A[3] = T.call_pure_extern("float32", "table", x)

# What follows a call that does not come back gets no name before it.
# CHECK-LABEL: def noreturn
# CHECK: T.call_extern("void", "stop", 3)
# CHECK-NEXT: [[X:cse_v[0-9]+]] = T.bind(x * x)
# CHECK-NEXT: A[0] = [[X]]
# CHECK-NEXT: A[1] = [[X]]
# LL-LABEL: define void @noreturn
# LL: call void @stop(i32 3) #[[NORETURN:[0-9]+]]
# LL: call void @leave() #[[NORETURN]]
# LL: call void @quit() #[[NORETURN]]
# LL: call ptr @handler(i32 1){{$}}
# HOST: declare void @stop(i32) #[[NORETURN]]
@T.prim_func(s_tir=True)
def noreturn(A: T.Buffer((4,), "float32"), x: T.float32):
    if x > T.float32(1.0):
        T.evaluate(T.call_extern("void", "stop", 3))
        A[0] = x * x
        A[1] = x * x
    if x > T.float32(2.0):
        T.evaluate(T.call_extern("void", "leave"))
    if x > T.float32(3.0):
        T.evaluate(T.call_extern("void", "quit"))
    T.evaluate(T.call_extern("handle", "handler", 1))

# asm("other") is the symbol; what the header defines for itself alone is not outside.
# CHECK-LABEL: def symbols
# CHECK-NEXT: [[O:cse_v[0-9]+]] = T.bind(T.call_extern("float32", "other", x))
# CHECK-NEXT: A[0] = [[O]] + [[O]]
# CHECK-NEXT: A[1] = T.call_extern("float32", "renamed", x) + T.call_extern("float32", "renamed", x)
# CHECK-NEXT: A[2] = T.call_extern("float32", "inside", x, x)
# LL-LABEL: define void @symbols
@T.prim_func(s_tir=True)
def symbols(A: T.Buffer((4,), "float32"), x: T.float32):
    A[0] = T.call_extern("float32", "other", x) + T.call_extern("float32", "other", x)
    A[1] = T.call_extern("float32", "renamed", x) + T.call_extern("float32", "renamed", x)
    A[2] = T.call_extern("float32", "inside", x, x)

# Each type that both languages have.
# LL-LABEL: define void @types
# LL: call i32 @again(i32 1) #[[CONST]]
# LL: call i8 @narrow(i8 signext 1, i16 signext 2, i8 zeroext 1, i8 signext 4)
# LL: call double @mixed(i32 7, double 2.{{0*}}e+00, i64 3, ptr %A, ptr %A, ptr %A)
# LL: call <4 x i32> @vector(<4 x i32> {{.*}})
# LL: call i32 (ptr, ...) @format(ptr {{.*}}, i32 1, double {{.*}}, ptr %A)
@T.prim_func(s_tir=True)
def types(A: T.Buffer((4,), "float32"), x: T.float32):
    T.evaluate(T.call_extern("int32", "again", 1))
    T.evaluate(T.call_extern("uint8", "narrow", T.int8(1), T.int16(2), T.bool(True), T.int8(4)))
    T.evaluate(T.call_extern("float64", "mixed", T.uint32(7), T.float64(2), T.int64(3), A.data, A.data, A.data))
    T.evaluate(T.call_extern("int32x4", "vector", T.Broadcast(1, 4)))
    T.evaluate(T.call_extern("int32", "format", "%d %f %p", 1, T.float64(2), A.data))

# LL-DAG: attributes #[[CONST]] = { nounwind willreturn memory(none) }
# LL-DAG: attributes #[[PURE]] = { nounwind willreturn memory(read) }
# LL-DAG: attributes #[[NORETURN]] = { noreturn }

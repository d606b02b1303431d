# RUN: split-file %s %t.split
# RUN: %tirc --emit=tir --split-host-device %t.split/whole.py | FileCheck %s
# RUN: %tirc --emit=tir --split-host-device %t.split/module.py | FileCheck --check-prefix=MODULE %s
# RUN: %tirc --emit=tir --split-host-device %t.split/sure.py | FileCheck --check-prefix=SURE %s
# RUN: %tirc --emit=tir --split-host-device --no-cse --no-loops -o %t.kernels.py %t.split/whole.py
# RUN: %tirc --run=interp --no-cse --no-loops --function=main --save=%t.1 %t.split/whole.py n=20 d=3
# RUN: %tirc --run=interp --no-cse --no-loops --function=main --save=%t.2 %t.kernels.py n=20 d=3
# RUN: %tirc --run=jit --split-host-device --function=main --save=%t.3 %t.split/whole.py n=20 d=3
# RUN: cmp %t.1/A.npy %t.2/A.npy
# RUN: cmp %t.1/A.npy %t.3/A.npy
# A launch becomes a kernel.  What it computes of numbers alone, its caller computes, and names if that repeats.
#--- whole.py
from tvm.script import tirx as T

# CHECK-LABEL: def main(
# CHECK: [[B:cse_v[0-9]+]] = T.bind((n + 7) // 8)
# CHECK-NEXT: [[V:cse_v[0-9]+]] = T.bind(T.ceil(T.log2(T.Cast("float32", n))))
# CHECK-NEXT: Module.main_kernel(A.data, n, [[B]], [[V]])
# CHECK: for l in range(T.Cast("int32", [[V]])):
# CHECK-NEXT: Module.main_kernel_1(A.data, view.data, n, l, d, [[B]], T.Cast("float32", l) / [[V]])
# A division that may trap stays behind its condition.
# CHECK-LABEL: def main_kernel(A_ptr: T.handle("float32", "global"), n: T.int32, host_v1: T.int32, host_v2: T.float32):
# CHECK: "calling_conv": 2,
# CHECK-SAME: "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x"], "tirx.noalias": True
# CHECK-NEXT: A = T.decl_buffer((64,), data=A_ptr)
# CHECK-NEXT: with T.launch_thread("blockIdx.x", host_v1) as b:
# CHECK: A[{{.*}}] = host_v2
# Two pointers to one memory: the kernel must not say that they are apart.
# CHECK-LABEL: def main_kernel_1(
# CHECK-NOT: noalias
# CHECK: T.Cast("float32", n // d)
@T.prim_func
def main(A: T.Buffer((64,), "float32"), n: T.int32, d: T.int32):
    T.func_attr({"tirx.noalias": True})
    with T.launch_thread("blockIdx.x", (n + 7) // 8) as b:
        t = T.launch_thread("threadIdx.x", 8)
        if b * 8 + t < n:
            A[b * 8 + t] = T.ceil(T.log2(T.Cast("float32", n)))
    view = T.decl_buffer((8,), data=T.address_of(A[8]))
    for l in range(T.Cast("int32", T.ceil(T.log2(T.Cast("float32", n))))):
        with T.launch_thread("blockIdx.x", (n + 7) // 8) as b:
            t = T.launch_thread("threadIdx.x", 8)
            if b * 8 + t < n:
                A[b * 8 + t] = A[b * 8 + t] + T.Cast("float32", l) / T.ceil(T.log2(T.Cast("float32", n)))
            if d != 0:
                view[t] = view[t] + T.Cast("float32", n // d)

#--- module.py
# A module that is split already: both calls of the kernel give it the value.
from tvm.script import ir as I
from tvm.script import tirx as T

# MODULE-LABEL: def kernel(A_ptr: T.handle("float32", "global"), n: T.int32, host_v1: T.float32):
# MODULE: A[t] = A[t] + host_v1
# MODULE-LABEL: def main(
# MODULE: [[V:cse_v[0-9]+]] = T.bind(T.sqrt(T.Cast("float32", n)))
# MODULE-NEXT: Module.kernel(A.data, n, [[V]])
# MODULE-NEXT: Module.kernel(A.data, n, [[V]])
# MODULE: T.call_packed("kernel", A.data, [[M:cse_v[0-9]+]], T.sqrt(T.Cast("float32", [[M]])), 8)
# The calls of this one are not all known.
# MODULE-LABEL: def nested(A_ptr: T.handle("float32", "global"), n: T.int32):
@I.ir_module
class Module:
    @T.prim_func
    def kernel(A_ptr: T.handle("float32", "global"), n: T.int32):
        T.func_attr({"calling_conv": 2})
        A = T.decl_buffer((8,), data=A_ptr)
        with T.launch_thread("threadIdx.x", 8) as t:
            A[t] = A[t] + T.sqrt(T.Cast("float32", n))
    @T.prim_func
    def main(A: T.Buffer((8,), "float32"), n: T.int32, m: T.int32):
        Module.kernel(A.data, n)
        Module.kernel(A.data, n)
        T.call_packed("kernel", A.data, m * 2, 8)
    @T.prim_func
    def nested(A_ptr: T.handle("float32", "global"), n: T.int32):
        T.func_attr({"calling_conv": 2})
        A = T.decl_buffer((8,), data=A_ptr)
        A[0] = T.sqrt(T.Cast("float32", n))
    @T.prim_func
    def outer(A_ptr: T.handle("float32", "global"), n: T.int32):
        T.func_attr({"calling_conv": 2})
        Module.nested(A_ptr, n)

#--- sure.py
# A quotient that each thread computes in any case is the caller's; one that a thread may leave out, or computes behind what may not come
# back, stays in the kernel, and so does one of a launch that may have no threads.
from tvm.script import tirx as T

# SURE-LABEL: def sure(
# SURE: [[Q:cse_v[0-9]+]] = T.bind(n // m)
# SURE-NEXT: Module.sure_kernel(A.data, n, m, [[Q]], T.exp(T.Cast("float32", [[Q]])))
# SURE-LABEL: def unsure(
# SURE: Module.unsure_kernel(A.data, l, n, m)
# SURE-NEXT: Module.unsure_kernel_1(A.data, n, m)
# SURE-NEXT: Module.unsure_kernel_2(A.data, n, m)
# SURE-LABEL: def sure_kernel(
# SURE-NOT: n // m
# SURE-LABEL: def unsure_kernel(
@T.prim_func
def sure(A: T.Buffer((1024,), "float32"), n: T.int32, m: T.int32):
    T.func_attr({"tirx.noalias": True})
    with T.launch_thread("blockIdx.x", 8) as b:
        t = T.launch_thread("threadIdx.x", 128)
        if b * 128 + t < n // m:
            A[b * 128 + t] = A[b * 128 + t] * T.exp(T.Cast("float32", n // m))


@T.prim_func
def unsure(A: T.Buffer((1024,), "float32"), n: T.int32, m: T.int32, l: T.int32):
    T.func_attr({"tirx.noalias": True})
    with T.launch_thread("threadIdx.x", l) as t:
        A[t] = T.Cast("float32", n // m)
    with T.launch_thread("threadIdx.x", 8) as t:
        A[t] = T.if_then_else(A[t] < T.float32(0), T.Cast("float32", n // m), T.float32(1))
    with T.launch_thread("threadIdx.x", 8) as t:
        assert A[t] < T.float32(9), "large"
        A[t] = T.Cast("float32", n // m)

# RUN: %tirc --emit=tir -O0 %s | FileCheck %s
# A module: calls by either name, functions below, exported names, what is not kept.
# a comment at the top is kept
# CHECK: # a comment at the top is kept
from tvm.script import ir as I
from tvm.script import tirx as X

# CHECK: @I.ir_module
# CHECK-NEXT: class Kernels:
@I.ir_module
class Kernels:
    """not kept"""
    # CHECK-NEXT: I.module_attrs({"answer": 42})
    I.module_attrs({"answer": 42})

    # CHECK-NEXT: @T.prim_func
    # CHECK-NEXT: def main(A: T.Buffer((4,), "int32")):
    # CHECK-NEXT: A[0] = Kernels.helper(A[1]) + Kernels.helper(2)
    @X.prim_func
    def main(A: X.Buffer((4,), "int32")):
        A[0] = Kernels.helper(A[1]) + cls.helper(2)

    # CHECK: @T.prim_func(private=True)
    # CHECK-NEXT: def helper(x: T.int32) -> T.int32:
    @X.prim_func(private=True, check_well_formed=False)
    def helper(x: X.int32) -> X.int32:
        return x + 1

    # CHECK: @T.prim_func(s_tir=True)
    # CHECK-NEXT: def exported():
    # CHECK-NEXT: T.func_attr({"d": {"k": "v"}, "f": T.float32(0.5), "l": [1, None, True], "target": T.target({"kind": "llvm"}), "tirx.noalias": True})
    # CHECK-NEXT: T.evaluate(0)
    @X.prim_func(s_tir=True)
    def named() -> None:
        X.func_attr({"tirx.noalias": True, "global_symbol": "exported", "l": [1, None, True], "f": X.float32(0.5), "d": {"k": "v"}, "target": X.target({"kind": "llvm"})})
        pass

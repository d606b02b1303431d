# Where a gather is slow LLVM makes none, but of what is looked up at an index that was loaded, and where the user says otherwise.
# RUN: %tirc -mtriple=x86_64-linux-gnu -mcpu=znver4 -O2 --emit=ll --after=lower %s | FileCheck --check-prefix=SLOW %s
# RUN: %tirc -mtriple=x86_64-linux-gnu -mcpu=znver4 -mattr=+fast-gather -O2 --emit=ll --after=lower %s | FileCheck --check-prefix=FAST %s
# RUN: %tirc -mtriple=x86_64-linux-gnu -mcpu=skylake-avx512 -O2 --emit=ll --after=lower %s | FileCheck --check-prefix=FAST %s
# RUN: %tirc -mtriple=x86_64-linux-gnu -mcpu=znver4 -O2 --emit=asm %s | FileCheck --check-prefix=ASM %s
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # SLOW: @columns({{.*}} #[[COLUMNS:[0-9]+]]
    # ASM-LABEL: columns:
    # ASM-NOT: gather
    @T.prim_func(s_tir=True)
    def columns(A: T.Buffer((64, 33), "int32"), B: T.Buffer((64, 33), "int32"), C: T.Buffer((33,), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i in range(33):
            C[i] = 0
            for k in range(64):
                C[i] = C[i] + A[k, i] * B[k, i]

    # The row is looked up, and named.
    # FAST: @lookup(
    # SLOW: @lookup({{.*}} #[[LOOKUP:[0-9]+]]
    # ASM-LABEL: lookup:
    # ASM: gather
    @T.prim_func(s_tir=True)
    def lookup(A: T.Buffer((1024,), "int32"), at: T.Buffer((512,), "int32"), B: T.Buffer((512,), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i in range(512):
            k: T.let[T.int32] = at[i] * 2 + 1
            B[i] = A[k] + k


# SLOW-DAG: attributes #[[COLUMNS]] = {{.*}}prefer-no-gather
# SLOW-DAG: attributes #[[LOOKUP]] = { "target-cpu"="znver4" }
# FAST-NOT: prefer-no-gather

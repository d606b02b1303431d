# --fp-contract=fast lets LLVM round a product and the sum it goes into once; else it rounds both.
# RUN: %tirc -O2 --target=hexagon -S %s -o - | FileCheck --check-prefix=OFF %s
# RUN: %tirc -O2 --target=hexagon -S --fp-contract=off %s -o - | FileCheck --check-prefix=OFF %s
# RUN: %tirc -O2 --target=hexagon -S -ffp-contract=fast %s -o - | FileCheck --check-prefix=FAST %s
# RUN: %tirc -O2 --target=x86_64-linux-gnu -mattr=+fma --fp-contract=fast -S %s -o - | FileCheck --check-prefix=HOST %s
# RUN: not %tirc --fp-contract=on -c %s -o %t.o 2>&1 | FileCheck --check-prefix=WRONG %s
# RUN: %tirc -O2 --target=hexagon --emit=ll --fp-contract=fast --fp-reassociate %s -o - | FileCheck --check-prefix=BOTH %s
# OFF-LABEL: f:
# OFF: = sfmpy(
# OFF: = sfadd(
# FAST-LABEL: f:
# FAST: += sfmpy(
# FAST-NOT: sfadd(
# HOST-LABEL: f:
# HOST: vfmadd
# WRONG: error: --fp-contract=on: must be off or fast
# BOTH: fadd reassoc contract float
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def f(A: T.Buffer((3,), "float32"), O: T.Buffer((2,), "float32")):
    T.func_attr({"global_symbol": "f", "tirx.noalias": True})
    O[0] = A[0] * A[1] + A[2]


@T.prim_func(s_tir=True)
def g(A: T.Buffer((16,), "float32"), O: T.Buffer((1,), "float32")):
    T.func_attr({"global_symbol": "g", "tirx.noalias": True})
    for i in range(16):
        O[0] = O[0] + A[i] * A[0]

# At -O3 for Hexagon each function is compiled in several ways, and the one whose code takes the fewest packets is kept.
# --lanes=all asks for vectors that do not pay here, so that the loops as they stand are faster; a remark has both counts.
# RUN: %tirc --target=hexagon -O3 --try-versions --lanes=all -Rpass=tirc-choose %s -c -o %t.o 2>&1 | FileCheck %s
# CHECK: try-versions.py:[[@LINE+28]]:1: remark: function 'sevenths' is compiled without vectors of loops: {{[0-9]+}} packets a call by its code, with what is told above it takes {{[0-9]+}}
# The same bytes from the same text, and those of the version itself.
# RUN: %tirc --target=hexagon -O3 --try-versions --lanes=all %s -c -o %t.again.o && cmp %t.o %t.again.o
# RUN: %tirc --target=hexagon -O3 --lanes=all %s -c -o %t.all.o && not cmp -s %t.o %t.all.o
# RUN: %tirc --target=hexagon -O3 --lanes=0 --function=sevenths %s -c -o %t.0.o
# RUN: %tirc --target=hexagon -O3 --try-versions --lanes=all --function=sevenths %s -c -o %t.1.o && cmp %t.0.o %t.1.o
# By default it is done at -O3 for Hexagon, but not where an option says how loops or names are to be dealt with.
# RUN: %tirc --target=hexagon -O3 --function=open --time-passes %s -c -o %t.on.o 2>&1 | FileCheck --check-prefix=ON %s
# RUN: %tirc --target=hexagon -O3 --no-try-versions --function=open --time-passes %s -c -o %t.off.o 2>&1 | FileCheck --check-prefix=OFF %s
# RUN: %tirc --target=hexagon -O2 --function=open --time-passes %s -c -o %t.2.o 2>&1 | FileCheck --check-prefix=OFF %s
# RUN: %tirc --target=hexagon -O3 --lanes=auto --function=open --time-passes %s -c -o %t.auto.o 2>&1 | FileCheck --check-prefix=OFF %s
# RUN: %tirc --target=host -O3 --time-passes %s -c -o %t.host.o 2>&1 | FileCheck --check-prefix=OFF %s
# What is printed is the version that is kept, as text and as JSON; --after=cse, and a plan, are of the one before, which needs no LLVM.
# RUN: %tirc --target=hexagon -O3 --try-versions --lanes=all --function=sevenths --emit=tir %s | FileCheck --check-prefix=KEPT %s
# RUN: %tirc --target=hexagon -O3 --try-versions --lanes=all --function=sevenths --emit=tir --after=choose %s | FileCheck --check-prefix=KEPT %s
# RUN: %tirc --target=hexagon -O3 --try-versions --lanes=all --emit=json %s | %tirc -O0 --emit=tir --function=sevenths - | FileCheck --check-prefix=KEPT %s
# RUN: %tirc --target=hexagon -O3 --try-versions --lanes=all --function=sevenths --emit=tir --after=cse %s | FileCheck --check-prefix=MODEL %s
# RUN: %tirc --target=hexagon -O3 --try-versions --lanes=all --function=sevenths --emit=tir,plan %s -o %t.two.py && FileCheck --check-prefix=MODEL %s < %t.two.py
# KEPT-NOT: T.Ramp
# KEPT: for y, x in T.grid(64, 9):
# MODEL: T.Ramp(x, 1, 9)
# ON: choose
# OFF-NOT: choose
# OFF: codegen
# from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def sevenths(A: T.Buffer((64, 16), "int32", align=128), O: T.Buffer((64, 9), "int32", align=128)):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(64, 9):
        O[y, x] = A[y, x] * A[63 - y, x] // 7 * A[y, x + 1]


# Where a count depends on data, the first version stays; where it depends on parameters: try-parameters.py.
# RUN: %tirc --target=hexagon -O3 --function=open -Rpass-missed=tirc-choose %s -c -o %t.o 2>&1 | FileCheck --check-prefix=OPEN %s
# OPEN: remark: function 'open' is compiled as told above: how often each loop runs is not known from its code, so that no other version is weighed
@T.prim_func(s_tir=True)
def open(A: T.Buffer((1600,), "int32"), O: T.Buffer((1600,), "int32"), N: T.Buffer((1,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for p in range(N[0]):
        O[p * 7 % 1600] = A[p] * A[p] + O[p * 7 % 1600]

# UNSUPPORTED: slow-with-sanitizers

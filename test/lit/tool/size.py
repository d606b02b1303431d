# -Os: the profile for size, LLVM's pipeline and its attribute; as the plugin's parameter and for clang -Os alike.
# RUN: %tirc -Os --emit=ll --after=lower %s | FileCheck --check-prefix=ATTR %s
# RUN: %tirc -Os --emit=plan %s > %t.plan
# RUN: %tirc -O2 --cse-profile=size --emit=plan %s | diff - %t.plan
# RUN: %tirc -Os --target=hexagon -S %s | FileCheck --check-prefix=ASM %s
# RUN: not %tirc -Ofast %s 2>&1 | FileCheck --check-prefix=BAD %s
# ATTR: define void @main({{.*}}) #[[A:[0-9]+]]
# ATTR: attributes #[[A]] = { {{.*}}optsize
# LLVM unrolls this loop at -O2 and not at -Os.
# ASM: loop0
# ASM: memw
# ASM: memw
# ASM-NOT: mem
# ASM: endloop0
# BAD: tirc: error: unknown optimisation level '-Ofast'; there are -O0, -O1, -O2, -O3 and -Os
@T.prim_func
def main(A: T.Buffer((256,), "int32"), B: T.Buffer((256,), "int32"), s: T.int32):
    for i in range(255):
        B[i] = A[i] * s

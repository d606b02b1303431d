# A new output file has the permissions that the umask leaves; one that is there keeps its own.

# RUN: rm -f %t.1 %t.2
# RUN: sh -c 'umask 077 && %tirc --emit=tir -o %t.1 %s && umask 002 && %tirc --emit=tir -o %t.2 %s'
# RUN: stat -c %%a %t.1 %t.2 | FileCheck %s
# RUN: sh -c 'umask 022 && %tirc --emit=ll -o %t.1 %s' && stat -c %%a %t.1 | FileCheck --check-prefix=KEPT %s

# CHECK: 600
# CHECK: 664
# KEPT: 600
# from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer((1,), "int32")):
    A[0] = 7

# What is not done in time ends with a sentence: no file is written, no process goes on, no folder stays.

# RUN: rm -rf %t && mkdir -p %t/tmp && echo kept > %t/out.o
# RUN: not env TMPDIR=%t/tmp %tirc --timeout=1 --run=interp %s 2>&1 | FileCheck --check-prefix=LATE %s
# RUN: not env TMPDIR=%t/tmp %tirc --timeout=1 --run=jit %s 2>&1 | FileCheck --check-prefix=LATE %s
# RUN: not env TMPDIR=%t/tmp %tirc --timeout=1 --run=hexagon %s 2>&1 | FileCheck --check-prefix=LATE %s
# RUN: not %tirc --timeout=1000 -O0 --emit=obj --save-temps=/dev/null/no -o %t/out.o %s 2>&1 | FileCheck --check-prefix=WRONG %s
# RUN: grep kept %t/out.o
# RUN: not ls %t/tmp/tirc-*
# RUN: %tirc --timeout=1000 --emit=tir %s | FileCheck %s
# RUN: not %tirc --timeout=soon %s 2>&1 | FileCheck --check-prefix=USAGE %s

# LATE: error: not done after 1 second (--timeout)
# LATE-NOT: {{.}}
# WRONG: error: cannot make the folder
# CHECK: while A[0] > 0:
# USAGE: error: --timeout=soon: must be a number of seconds from 1 to 999999
# from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer((700,), "int32")):
    A[0] = 1
    while A[0] > 0:
        A[0] = A[0] % 7 + 1
# UNSUPPORTED: slow-with-sanitizers

# A kernel under the JIT calls what a header declares, and the C library's functions on numbers and memory.

# RUN: not %tirc --run=jit --function=starts %s 2>&1 | FileCheck --check-prefix=STARTS %s
# RUN: not %tirc --run=jit -O3 --function=starts --extern-header=%S/Inputs/exits.h %s 2>&1 | FileCheck --check-prefix=STARTS %s
# RUN: not %tirc --run=jit --function=packed %s 2>&1 | FileCheck --check-prefix=PACKED %s
# RUN: %tirc --run=jit --function=counts --save=%t %s
# RUN: %python %S/Inputs/npy.py show %t/A.npy | FileCheck --check-prefix=COUNTS %s
# RUN: not %tirc --run=jit --function=ends %s 2>&1 | FileCheck --check-prefix=ENDS %s
# RUN: not %tirc --run=jit --function=ends --extern-header=%S/Inputs/exits.h %s 2>&1 | count 0
# RUN: %tirc --emit=obj --function=starts -o %t.o %s

# STARTS: run-symbols.py:20:1: error: --run=jit does not call 'system': no --extern-header declares it
# STARTS-NOT: here
# PACKED: run-symbols.py:[[#]]:1: error: --run=jit does not call 'unlink': no --extern-header declares it
# COUNTS: <f4 (1,) 3.0
# ENDS: error: --run=jit does not call '_exit': no --extern-header declares it
# from tvm.script import tirx as T

@T.prim_func
def starts(A: T.Buffer((1,), "float32")):
    A[0] = T.cast(T.call_extern("int32", "system", "echo here"), "float32")

@T.prim_func
def packed(A: T.Buffer((1,), "float32")):
    T.evaluate(T.call_packed("unlink", 0))

@T.prim_func
def counts(A: T.Buffer((1,), "float32")):
    A[0] = T.call_pure_extern("float32", "fmaxf", T.call_pure_extern("float32", "sqrtf", T.float32(9.0)), T.exp(A[0]))

@T.prim_func
def ends(A: T.Buffer((1,), "float32")):
    T.evaluate(T.call_extern("void", "_exit", 3))

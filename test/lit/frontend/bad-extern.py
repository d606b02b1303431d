# A call of a function that a header declares must fit its prototype; the note shows it.
# RUN: not %tirc --extern-header=%S/Inputs/extern.h --emit=tir %s 2>&1 | FileCheck %s
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def calls(A: T.Buffer((4,), "float32"), i: T.int32, x: T.float32):
    # CHECK: bad-extern.py:[[#@LINE+1]]:12: error: 'fixed' takes 1 argument, not 2
    A[0] = T.call_extern("float32", "fixed", x, x)
    # CHECK: {{^.*}}extern.h:8:7: note: 'fixed' is declared here
    # CHECK-NEXT: float fixed(float x) __attribute__((const));
    # CHECK-NEXT: {{^      \^~~~~$}}
    # CHECK: bad-extern.py:[[#@LINE+1]]:46: error: argument 1 of 'fixed' has type int32, not float32
    A[0] = T.call_extern("float32", "fixed", i)
    # CHECK: extern.h:8:7: note:
    # CHECK: bad-extern.py:[[#@LINE+1]]:30: error: 'plain' returns float32, not float64
    A[0] = T.Cast("float32", T.call_pure_extern("float64", "plain", x))
    # CHECK: extern.h:10:7: note:
    # CHECK: bad-extern.py:[[#@LINE+1]]:16: error: 'stop' returns void, not int32
    T.evaluate(T.call_extern("int32", "stop", i))
    # CHECK: extern.h:11:6: note:
    # CHECK: bad-extern.py:[[#@LINE+1]]:16: error: 'format' takes at least 1 argument, not 0
    T.evaluate(T.call_extern("int32", "format"))
    # CHECK: extern.h:27:5: note:
    # CHECK: bad-extern.py:[[#@LINE+1]]:55: error: argument 2 of 'format' has type float32, which C does not pass to '...'
    T.evaluate(T.call_extern("int32", "format", "%f", x))
    # CHECK: extern.h:27:5: note:
    # CHECK: bad-extern.py:[[#@LINE+1]]:16: error: 'by_value' cannot be called from TIR, which cannot pass struct pair
    T.evaluate(T.call_extern("int32", "by_value", A.data))
    # CHECK: extern.h:30:5: note:
    # CHECK: bad-extern.py:[[#@LINE+1]]:12: error: 'by_two' cannot be called from TIR, which cannot pass _Complex float
    A[0] = T.call_extern("float32", "by_two", x)
    # CHECK: extern.h:31:16: note:
    # What no header declares is not checked; its name is a string all the same.
    # CHECK-NOT: error
    A[0] = T.call_extern("float32", "elsewhere", x, i)
    # CHECK: bad-extern.py:[[#@LINE+1]]:39: error: operand 1 of 'T.call_extern' must be a string, but is int32
    T.evaluate(T.call_extern("int32", i))

# RUN: not %tirc --emit=tir %s 2>&1 | FileCheck %s --match-full-lines --strict-whitespace --implicit-check-not=error:
# Mistakes of Python's grammar: each is shown in its place, and reading goes on behind it.
from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer((16,), "int32"), i: T.int32, f: T.float32):
    A[0] = 1 +
# CHECK:{{.*}}bad-syntax.py:7:15: error: expected an expression, not end of line
# CHECK-NEXT:    A[0] = 1 +
# CHECK-NEXT:              ^
    A[0] = (1 + 2]
# CHECK-NEXT:{{.*}}bad-syntax.py:11:18: error: expected ')', not ']'
# CHECK-NEXT:    A[0] = (1 + 2]
# CHECK-NEXT:                 ^
# CHECK-NEXT:{{.*}}bad-syntax.py:11:12: note: in the bracket opened here
# CHECK-NEXT:    A[0] = (1 + 2]
# CHECK-NEXT:           ^
    A[0] = 012 + 0x + 1_0
# CHECK-NEXT:{{.*}}bad-syntax.py:18:12: error: a decimal integer may not begin with 0
# CHECK-NEXT:    A[0] = 012 + 0x + 1_0
# CHECK-NEXT:           ^~~
    A[0] = "abc
# CHECK-NEXT:{{.*}}bad-syntax.py:22:12: error: string is not closed
# CHECK-NEXT:    A[0] = "abc
# CHECK-NEXT:           ^~~~
    A[0] = i ** 2
# CHECK-NEXT:{{.*}}bad-syntax.py:26:14: error: '**' is not TVMScript: write T.pow
# CHECK-NEXT:    A[0] = i ** 2
# CHECK-NEXT:             ^~
    A[0] = [x for x in range(3)]
# CHECK-NEXT:{{.*}}bad-syntax.py:30:15: error: comprehensions are not TVMScript
# CHECK-NEXT:    A[0] = [x for x in range(3)]
# CHECK-NEXT:              ^~~
    A[0] = A[1] = i
# CHECK-NEXT:{{.*}}bad-syntax.py:34:17: error: a chain of assignments is not TVMScript
# CHECK-NEXT:    A[0] = A[1] = i
# CHECK-NEXT:                ^
    A[0] = T.max(**A, **i)
# CHECK-NEXT:{{.*}}bad-syntax.py:38:18: error: '**' arguments are not TVMScript
# CHECK-NEXT:    A[0] = T.max(**A, **i)
# CHECK-NEXT:                 ^~
    A[0] = i if f > 0.0
# CHECK-NEXT:{{.*}}bad-syntax.py:42:24: error: expected 'else' before end of line
# CHECK-NEXT:    A[0] = i if f > 0.0
# CHECK-NEXT:                       ^
    A[0] = 1 $ 2
# CHECK-NEXT:{{.*}}bad-syntax.py:46:14: error: unexpected character '$'
# CHECK-NEXT:    A[0] = 1 $ 2
# CHECK-NEXT:             ^
    try:
        A[0] = 1
# CHECK-NEXT:{{.*}}bad-syntax.py:50:5: error: 'try' is not TVMScript
# CHECK-NEXT:    try:
# CHECK-NEXT:    ^~~
    for k in range(4):
        A[k] = 1
    else:
        A[0] = 2
# CHECK-NEXT:{{.*}}bad-syntax.py:57:5: error: 'else' of a loop is not TVMScript
# CHECK-NEXT:    else:
# CHECK-NEXT:    ^~~~
    if i < 3:
    A[0] = 1
# CHECK-NEXT:{{.*}}bad-syntax.py:62:5: error: expected an indented block after this
# CHECK-NEXT:    if i < 3:
# CHECK-NEXT:    ^~~~~~~~~
    if i < 3:
        A[0] = 1
      A[1] = 1
# CHECK-NEXT:{{.*}}bad-syntax.py:69:7: error: indentation does not match that of any line above
# CHECK-NEXT:      A[1] = 1
# CHECK-NEXT:      ^

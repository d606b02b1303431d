# lldb stops at a line of the TVMScript, steps and shows its values.
# REQUIRES: lldb
# RUN: rm -rf %t && mkdir %t && cp %S/Inputs/debug.* %t
# RUN: cd %t && %tirc -g -O0 -c --target=host debug.py -o k.o && %clang -g debug.c k.o -o program && ./program
# RUN: cd %t && %lldb --no-lldbinit --batch --source debug.lldb ./program 2>&1 | FileCheck %s

# CHECK: stop reason = breakpoint 1.1
# CHECK-NEXT: rows(A=0x{{[0-9a-f]+}}, B=0x{{[0-9a-f]+}}, k=0.5, half=true, n=3) at debug.py:15:17
# CHECK: -> 15 {{.*}}B[i, j] = T.Cast("float32", S[j]) * k
# CHECK: frame #1: {{.*}}main at debug.c:8
# CHECK: (int) i = 1
# CHECK-NEXT: (int) j = 2
# CHECK-NEXT: (int) twice = 2
# CHECK-NEXT: (float) k = 0.5
# CHECK-NEXT: (bool) half = true
# CHECK-NEXT: (int) n = 3
# CHECK: (int) $0 = 7
# CHECK: (float) $1 = 2
# CHECK: (int) $2 = 9
# CHECK: stop reason = step over
# CHECK-NEXT: at debug.py:13
# CHECK: at debug.py:18
# CHECK: (int) done = 3
# CHECK-NEXT: (int) twice = 2
# CHECK: stop reason = step out
# CHECK-NEXT: main at debug.c:9
# CHECK: (6.5, 4, 4.5, 5)
# CHECK: exited with status = 0

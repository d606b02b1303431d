# gdb stops at a line of the TVMScript and shows its values.
# REQUIRES: gdb
# RUN: rm -rf %t && mkdir %t && cp %S/Inputs/debug.* %t
# RUN: cd %t && %tirc -g -O0 -c --target=host debug.py -o k.o && %clang -g debug.c k.o -o program && ./program
# RUN: cd %t && gdb -nx -batch -x debug.gdb ./program 2>&1 | FileCheck %s

# CHECK: Breakpoint 1, rows (A={{0x[0-9a-f]+}} <a>, B={{0x[0-9a-f]+}} <b>, k=0.5, half=true, n=3) at debug.py:15
# CHECK: #1 {{.*}} in main () at debug.c:8
# CHECK-NEXT: $1 = 1
# CHECK-NEXT: $2 = 2
# CHECK-NEXT: $3 = 2
# CHECK-NEXT: $4 = 0.5
# CHECK-NEXT: $5 = true
# CHECK-NEXT: $6 = 3
# CHECK-NEXT: $7 = 7
# CHECK-NEXT: $8 = 2
# CHECK-NEXT: $9 = 9
# CHECK: debug.py:18
# CHECK: $10 = 3
# CHECK-NEXT: $11 = 1
# CHECK: done = 3
# CHECK: twice = 2
# CHECK: type = float32 (*)[4]
# CHECK: main () at debug.c:9
# CHECK: = {6.5, 4, 4.5, 5}
# CHECK: exited normally

# A stop at a function comes once, in front of its first loop, whose variable is in scope there.
# RUN: cd %t && gdb -nx -batch -ex "set debuginfod enabled off" -ex "break rows" -ex run -ex "whatis i" -ex next -ex "print i" -ex "tbreak 12" -ex continue -ex "print i" -ex continue ./program 2>&1 | FileCheck --check-prefix=ONCE %s
# ONCE: Breakpoint 1, rows (
# ONCE-NEXT: for i in range(n):
# ONCE-NEXT: type = int32
# ONCE: $1 = 0
# ONCE-NOT: Breakpoint 1, rows (
# ONCE: Temporary breakpoint 2, rows (
# ONCE: $2 = 1
# ONCE-NOT: Breakpoint 1, rows (
# ONCE: exited normally

# How messages are shown: in colour, how many, warnings as errors or not at all.
# RUN: not %tirc --emit=tir %s 2>&1 | FileCheck %s
# RUN: not %tirc --emit=tir --color=always %s 2>&1 | FileCheck --check-prefix=COLOUR %s
# RUN: not env NO_COLOR=1 %tirc --emit=tir -fcolor-diagnostics %s 2>&1 | FileCheck --check-prefix=COLOUR %s
# RUN: not %tirc --emit=tir -fno-color-diagnostics %s 2>&1 | FileCheck %s
# RUN: not %tirc --emit=tir -ferror-limit=1 %s 2>&1 | FileCheck --check-prefix=ONE %s
# RUN: not %tirc --emit=tir -ferror-limit=0 -w %s 2>&1 | FileCheck --check-prefix=QUIET %s --implicit-check-not=warning
# RUN: not %tirc --emit=tir -Werror %s 2>&1 | FileCheck --check-prefix=WERROR %s
# RUN: not %tirc --emit=tir -ferror-limit=ten %s 2>&1 | FileCheck --check-prefix=LIMIT %s
# RUN: not %tirc --emit=tir --color=red %s 2>&1 | FileCheck --check-prefix=RED %s
# RUN: not %tirc -fcolor-diagnostics -fno-color-diagnostics %s 2>&1 | FileCheck --check-prefix=BOTH %s
# RUN: sed -e '/MISTAKE/d' %s > %t.py
# RUN: %tirc --emit=tir -o %t.out %t.py 2>&1 | FileCheck --check-prefix=GOOD %s
# RUN: not %tirc --emit=tir -Werror -o %t.out %t.py
# RUN: %tirc --emit=tir -Werror -w -o %t.out %t.py 2>&1 | count 0
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), n: T.int32):
    if n > 0:
        n = n + 1
        A[n] = 1.0
    A[m] = 1.0 # MISTAKE
    A[0, 1] = 1.0 # MISTAKE

# CHECK:      messages.py:[[#@LINE-5]]:9: warning: 'n' is a new variable of this block, not the one outside
# CHECK-NEXT: {{^}}        n = n + 1
# CHECK-NEXT: {{^}}        ^
# CHECK:      messages.py:[[#@LINE-6]]:7: error: 'm' is not defined
# CHECK:      messages.py:[[#@LINE-6]]:5: error: 'A' has 1 dimension but is indexed with 2
# CHECK:      note: declared here
# COLOUR:     {{^.}}[1m{{.*}}messages.py:{{.*}}[1;31merror:
# ONE:        error: 'm' is not defined
# ONE-NOT:    error: 'A' has
# ONE:        error: too many errors emitted, stopping now
# QUIET:      error: 'm' is not defined
# QUIET:      error: 'A' has
# WERROR:     error: 'n' is a new variable of this block, not the one outside [-Werror]
# GOOD:       warning: 'n' is a new variable
# LIMIT:      error: -ferror-limit=ten: must be a number of at most 6 digits
# RED:        error: --color=red: must be auto, always or never
# BOTH:       error: -fcolor-diagnostics and -fno-color-diagnostics exclude each other

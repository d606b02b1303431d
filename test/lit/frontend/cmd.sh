tirc --emit=tir -O0 /work/main/test/lit/frontend/statements.py | FileCheck /work/main/test/lit/frontend/statements.py

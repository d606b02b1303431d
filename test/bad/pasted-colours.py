[34m@T[0m.prim_func
[32mdef[0m f(A: T.Buffer((16,), "float32")):
    A[0] = T.float32(1)
# expected-error@1:1 {{the text has the colours of a terminal; save what print(mod.script()) prints}}

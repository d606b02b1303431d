from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "int32")):
    A[0] = 1
A[1] += 1
for i in range(3):
    A[i] = 1
T.evaluate(0)
if A[0] > 0:
    pass
# expected-error@6:1 {{a text holds functions or a module, not this; tirc takes what print(mod.script()) prints}}
# expected-error@7:1 {{a text holds functions or a module, not this; tirc takes what print(mod.script()) prints}}
# expected-error@9:1 {{a text holds functions or a module, not this; tirc takes what print(mod.script()) prints}}
# expected-error@10:1 {{a text holds functions or a module, not this; tirc takes what print(mod.script()) prints}}

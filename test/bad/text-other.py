from tvm.script import tirx as T

if True:
    pass
# expected-error@3:1 {{a text holds functions or a module, not this; tirc takes what print(mod.script()) prints}}

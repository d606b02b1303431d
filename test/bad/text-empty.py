from tvm.script import tirx as T

x = 3
# expected-error@0:0 {{the text holds no function; tirc takes what print(mod.script()) prints}}

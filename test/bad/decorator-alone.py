from tvm.script import tirx as T

@T.prim_func
x = 3
# expected-error@4:1 {{expected 'def' or 'class' after the decorator, not 'x'}}

>>> from tvm.script import tirx as T
>>> 
>>> @T.prim_func
>>> def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
...     for i in range(16):
...         B[i] = A[i]
# expected-error@1:1 {{the text has the prompts of Python; take '>>>' and '...' away}}

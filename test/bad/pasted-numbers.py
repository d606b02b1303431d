  1 from tvm.script import tirx as T
  2 
  3 @T.prim_func
  4 def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
  5     for i in range(16):
  6         B[i] = A[i]
# expected-error@1:3 {{the text has the numbers of its lines; take them away}}

# caution: Python evaluates lambdas, sum([...]), list indexing ... at parse time
# advice: reject: TVM never prints them
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"), i: T.int32, j: T.int32, l: T.int64, u: T.uint32, b: T.bool, f: T.float32, d: T.float64):
    B[0] = (lambda q: q + 1)(i)
# expected-error@10 {{a lambda cannot be called}}

from tvm.script import tirx as T

@T.prim_func
def f(i: T.int32) -> T.int32:
    for k in T.parallel(4):
        return i
    return i
# expected-error@6:9 {{'return' cannot leave a parallel loop}}

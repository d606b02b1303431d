from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class M:
    @T.prim_func
    def old(A: T.Buffer((16,), "int32")):
        C = T.allocate([16], "int32", "global")
        C[0] = A[0]

    @T.prim_func(s_tir=True)
    def new(A: T.Buffer((16,), "int32"), n: T.int32):
        w: T.int32 = 0
        for i in range(n):
            w = w + A[i]
        v = 0
        if n > 3:
            v = n
        x: T.int32
        x = 1
        for i in range(n):
            x = x + 1
        A[0] = w + v + x
# expected-error@15:13 {{'w' is assigned again: TVM before 0.24 makes a new variable here, TVM since 0.25 stores to the one above}}
# expected-note@8:13 {{this is of TVM before 0.24}}
# expected-note@13:9 {{give a new variable another name; to store to this one, begin the text with '# from tvm.script import tirx as T' and '# from tvm.tirx.layout import Axis'}}
# expected-error@18:13 {{'v' is assigned again: TVM before 0.24 makes a new variable here, TVM since 0.25 stores to the one above}}
# expected-note@8:13 {{this is of TVM before 0.24}}
# expected-note@16:9 {{give a new variable another name; to store to this one, begin the text with '# from tvm.script import tirx as T' and '# from tvm.tirx.layout import Axis'}}

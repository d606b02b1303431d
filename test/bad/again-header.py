# from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "float32"), n: T.int32):
    w: T.int32 = 0
    for i in range(4):
        w = w + A[i]
    x: T.float32 = 0.0
    while x < B[0]:
        x += B[1]
    if n > 1:
        with T.LetStmt(n) as y:
            for i in range(4):
                y = y + 1
    for i in range(4):
        w: T.int32 = i
        A[i] = w
# expected-error@7:9 {{'w' is assigned again: TVM before 0.24 makes a new variable here, TVM since 0.25 stores to the one above}}
# expected-note@1:1 {{this is of TVM before 0.24}}
# expected-note@5:5 {{give a new variable another name; to store to this one, begin the text with '# from tvm.script import tirx as T' and '# from tvm.tirx.layout import Axis'}}
# expected-error@10:9 {{'x' is assigned again: TVM before 0.24 makes a new variable here, TVM since 0.25 stores to the one above}}
# expected-note@1:1 {{this is of TVM before 0.24}}
# expected-note@8:5 {{give a new variable another name; to store to this one, begin the text with '# from tvm.script import tirx as T' and '# from tvm.tirx.layout import Axis'}}
# expected-error@14:17 {{'y' is assigned again: TVM before 0.24 makes a new variable here, TVM since 0.25 stores to the one above}}
# expected-note@1:1 {{this is of TVM before 0.24}}
# expected-note@12:30 {{give a new variable another name; to store to this one, begin the text with '# from tvm.script import tirx as T' and '# from tvm.tirx.layout import Axis'}}

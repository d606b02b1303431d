# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def f(p: T.handle):
    T.call_extern("int32", "\x41\u0042\103\q")
    T.call_extern("int32", "\x4")
    T.call_extern("int32", "a\u041 \x")
    T.call_extern("int32", "\U00110000")
    T.call_extern("int32", "\N{DIGIT ONE}")
    T.call_extern("int32", "\777")
    T.call_extern("int32", ur"a")
# expected-error@7:29 {{this escape stands for no character}}
# expected-error@8:30 {{this escape stands for no character}}
# expected-error@9:29 {{this escape stands for no character}}
# expected-error@10:29 {{this escape stands for no character}}
# expected-error@11:29 {{this escape stands for no character}}
# expected-error@12:28 {{a string of this prefix is not TVMScript}}

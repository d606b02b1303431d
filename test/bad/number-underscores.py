# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def f(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "float32")):
    A[0] = 1_000 + 0x_1f + 0b1_0 + 0o_7 + 0_0
    B[0] = 1_0.0_1e1_0
    A[0] = 1__0
    A[1] = 1_
    A[2] = 0x1__f
    A[3] = 0b_1_
    A[4] = 0__0
    B[0] = 1_.5
    B[1] = 1._5
    B[2] = 1.5_
    B[3] = 1_e5
    B[4] = 1e5_
    B[5] = 1e1__0
# expected-error@8:12 {{an underscore in a number stands alone between two digits}}
# expected-error@9:12 {{an underscore in a number stands alone between two digits}}
# expected-error@10:12 {{an underscore in a number stands alone between two digits}}
# expected-error@11:12 {{an underscore in a number stands alone between two digits}}
# expected-error@12:12 {{an underscore in a number stands alone between two digits}}
# expected-error@13:12 {{an underscore in a number stands alone between two digits}}
# expected-error@14:12 {{an underscore in a number stands alone between two digits}}
# expected-error@15:12 {{an underscore in a number stands alone between two digits}}
# expected-error@16:12 {{an underscore in a number stands alone between two digits}}
# expected-error@17:12 {{an underscore in a number stands alone between two digits}}
# expected-error@18:12 {{an underscore in a number stands alone between two digits}}

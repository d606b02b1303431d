# options: --abi=tvm-ffi --emit=ll
@T.prim_func
def f(a: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n + 1,), "int32")
    A[0] = 1
# expected-error@3:1 {{--abi=tvm-ffi: no dimension, stride or offset of 'f' is 'n' alone, so that its value is not known}}

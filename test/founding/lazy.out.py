# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# A let in an expression; a load across a store to another buffer; a variable that changes.

@T.prim_func
def operand(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    cse_var_1 = T.int32()
    A[0] = T.if_then_else(y != 0, T.Let(cse_var_1 * cse_var_1 + 1, where={cse_var_1: x // y}), 0)

@T.prim_func
def loads(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[0] = A[x] * y
    B[1] = A[x] * y

@T.prim_func
def mutable(B: T.Buffer((64,), "int32"), x: T.Buffer((1,), "int32"), y: T.int32):
    B[0] = x[0] * y
    x[0] = B[7]
    B[1] = x[0] * y

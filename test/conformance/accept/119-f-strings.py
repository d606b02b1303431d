# accept: strings with values in braces, and what Python decides
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 8), "int32")):
    T.evaluate(T.call_extern("int32", f"fill_{A.shape[0]}_{8 * 2}" "_" f'{A.dtype}_{{{None}}}', A.data))
    if None is None:
        A[0, 0] = 1 if True is not False else 2

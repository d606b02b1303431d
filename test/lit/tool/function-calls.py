# --run with --function calls that function; what it calls is compiled, too, in every engine.
# RUN: %tirc --run=interp --function=main %s --save=%t.interp
# RUN: %tirc --run=jit --function=main %s --save=%t.jit
# RUN: %tirc --run=hexagon --function=main %s --save=%t.hexagon
# RUN: cmp %t.interp/A.npy %t.jit/A.npy
# RUN: cmp %t.interp/A.npy %t.hexagon/A.npy
@I.ir_module
class Module:
    @T.prim_func
    def other(A: T.Buffer((4,), "int32")):
        A[1] = 7

    @T.prim_func
    def main(A: T.Buffer((4,), "int32")):
        Module.other(A.data)

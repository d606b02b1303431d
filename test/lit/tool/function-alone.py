# With --function=, functions that are not asked for are not optimised; a private one may be called, and --run calls others.
# RUN: %tirc --function=main -Rpass=cse -S %s -o %t 2>&1 | FileCheck %s --implicit-check-not=remark
# RUN: %tirc --function=exported -Rpass=cse -S %s -o %t 2>&1 | FileCheck %s --check-prefix=SYMBOL --implicit-check-not=remark
# RUN: %tirc --function=main --run=interp -Rpass=cse %s x=7 y=2 --save=%t.run 2>&1 | FileCheck %s --check-prefix=ALL
# RUN: %tirc --function=main --cse-counter=1 --emit=plan %s | FileCheck %s --check-prefix=COUNT
# CHECK: function-alone.py:[[#@LINE+17]]:16: remark: 'x // y' is computed once
# CHECK: function-alone.py:[[#@LINE+21]]:16: remark: 'x // y' is computed once
# SYMBOL: function-alone.py:[[#@LINE+10]]:16: remark: 'x // y' is computed once
# SYMBOL: function-alone.py:[[#@LINE+14]]:16: remark: 'x // y' is computed once
# ALL-COUNT-3: remark: 'x // y' is computed once
# COUNT: exported: 1 new name
# COUNT: main: 0 new names
@I.ir_module
class Module:
    @T.prim_func
    def helper(A: T.Buffer((4,), "int32"), x: T.int32, y: T.int32):
        T.func_attr({"global_symbol": "exported"})
        A[0] = x // y
        A[1] = x // y + 1

    @T.prim_func(private=True)
    def inner(A: T.Buffer((4,), "int32"), x: T.int32, y: T.int32):
        A[0] = x // y
        A[1] = x // y + 1

    @T.prim_func
    def main(A: T.Buffer((4,), "int32"), x: T.int32, y: T.int32):
        A[2] = x // y
        A[3] = x // y + 1

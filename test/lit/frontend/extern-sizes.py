# Types of a header are the target's: long and pointers have 64 bits on x86-64 and 32 on Hexagon, where
# char has no sign, enums are short and long double is double.
# RUN: split-file %s %t
# RUN: %tirc --extern-header=%S/Inputs/extern-sizes.h -mtriple=x86_64-unknown-linux-gnu --emit=ll %t/host.py | FileCheck --check-prefix=HOST %s
# RUN: %tirc --extern-header=%S/Inputs/extern-sizes.h --target=hexagon --emit=ll %t/hexagon.py | FileCheck --check-prefix=HEXAGON %s
# RUN: not %tirc --extern-header=%S/Inputs/extern-sizes.h --target=hexagon --emit=ll %t/host.py 2>&1 | FileCheck --check-prefix=BAD-HEXAGON %s
# RUN: not %tirc --extern-header=%S/Inputs/extern-sizes.h -mtriple=x86_64-unknown-linux-gnu --emit=ll %t/hexagon.py 2>&1 | FileCheck --check-prefix=BAD-HOST %s

# HOST: call i64 @widest(i64 %a, i64 %b, i64 %b, i64 %b)
# HOST: call i8 @letter(i8 signext %c)
# HOST: call i32 @opposite(i32 1)
# HEXAGON: call i32 @widest(i32 %a, i32 %b, i32 %b, i32 %b)
# HEXAGON: call i8 @letter(i8 zeroext %c)
# HEXAGON: call i8 @opposite(i8 signext 1)
# HEXAGON: call double @longer(double %d)
# BAD-HEXAGON: host.py:5:16: error: 'widest' returns int32, not int64
# BAD-HEXAGON: host.py:6:16: error: 'letter' returns uint8, not int8
# BAD-HOST: hexagon.py:5:16: error: 'widest' returns int64, not int32
# BAD-HOST: hexagon.py:6:16: error: 'letter' returns int8, not uint8
# BAD-HOST: hexagon.py:7:16: error: 'opposite' returns int32, not int8
# BAD-HOST: hexagon.py:8:16: error: 'longer' cannot be called from TIR, which cannot pass long double

#--- host.py
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def calls(a: T.int64, b: T.uint64, c: T.int8):
    T.evaluate(T.call_extern("int64", "widest", a, b, b, b))
    T.evaluate(T.call_extern("int8", "letter", c))
    T.evaluate(T.call_extern("int32", "opposite", 1))
#--- hexagon.py
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def calls(a: T.int32, b: T.uint32, c: T.uint8, d: T.float64):
    T.evaluate(T.call_extern("int32", "widest", a, b, b, b))
    T.evaluate(T.call_extern("uint8", "letter", c))
    T.evaluate(T.call_extern("int8", "opposite", T.int8(1)))
    T.evaluate(T.call_extern("float64", "longer", d))

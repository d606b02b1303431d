from tvm.script import ir as I, tirx as T
from . import x
from .. import (y, z as w,)
import a.b as c, d
from a import *
from a import *, b
from tvm.script import if
from tvm.script import ()
import x y
1 = 2

@T.prim_func
def f(A: T.Buffer((16,), "int32")):
    A[0] = 1
# expected-error@6:16 {{expected end of line, not ','}}
# expected-error@7:24 {{expected a name, not 'if'}}
# expected-error@8:25 {{expected a name, not ')'}}
# expected-error@9:10 {{expected end of line, not 'y'}}
# expected-error@10:1 {{this cannot be assigned to}}

from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class M
    pass
# expected-error@5:8 {{expected ':', not end of line}}

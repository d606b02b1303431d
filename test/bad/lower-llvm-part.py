# options: -O0 --emit=ll
from tvm.script import tirx as T

@T.prim_func
def f(B: T.Buffer((16,), "int32")):
    T.evaluate(T.call_llvm_intrin("handle", "llvm.eh.dwarf.cfa", 1))
# expected-error@6:16 {{'llvm.eh.dwarf.cfa' cannot be called by itself}}

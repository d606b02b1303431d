from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    T.evaluate(T.call_pure_extern("float32", "llvm.sqrt.f32", x))
# expected-error@6:46 {{a function's name cannot begin with 'llvm.', which is LLVM's own}}

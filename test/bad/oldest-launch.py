from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((16,), "int32")) -> None:
    T.launch_thread("threadIdx.x", 4)
# expected-error@5:5 {{T.launch_thread needs a name before '=', or one of T.env_thread}}

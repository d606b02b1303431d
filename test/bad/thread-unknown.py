# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def f(A: T.Buffer((16,), "int32")):
    for i in T.thread_binding(4, thread="threadIdx.w"):
        A[i] = 1
    for i in T.thread_binding(4, thread=""):
        A[i] = 1
    x = T.launch_thread("core", 4)
    A[x] = 1
# expected-error@6:41 {{there is no thread 'threadIdx.w'; did you mean 'threadIdx.x'?}}
# expected-error@8:41 {{there is no thread ''}}
# expected-error@10:25 {{there is no thread 'core'}}

# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16,), "int32"), n: T.int32):
    for i in T.parallel(4):
        if A[i] > n:
            break
        for j in range(4):
            continue
        T.continue_loop()
    for i in T.vectorized(4):
        if A[i] > n:
            continue
        break
    for i in T.thread_binding(4, thread="threadIdx.x"):
        if A[i] > n:
            continue
        break
    for i in range(4):
        x = T.launch_thread("threadIdx.x", 4)
        if A[x] > n:
            break
        while A[x] > n:
            break
    for i in range(4):
        with T.launch_thread("threadIdx.x", 4) as x:
            if A[x] > n:
                continue
        break
# expected-error@8:13 {{'break' cannot leave a parallel loop}}
# expected-error@11:9 {{'continue' cannot leave a parallel loop}}
# expected-error@14:13 {{'continue' cannot leave a vectorized loop}}
# expected-error@15:9 {{'break' cannot leave a vectorized loop}}
# expected-error@19:9 {{'break' cannot leave a loop over threads}}
# expected-error@23:13 {{'break' cannot leave a launch of threads}}
# expected-error@29:17 {{'continue' cannot leave a launch of threads}}

from tvm.script import tir as T
@T.prim_func
def f(a: T.handle, b: T.handle) -> None:
    A = T.match_buffer(a, [16, 8], dtype="float32")
    B = T.match_buffer(b, [16], dtype="float32")
    for i, k in T.grid(16, 8):
        with T.block([16, T.reduce_axis(0, 8)], "B") as [vi, vk]:
            T.bind(vi, i)
            T.bind(vk, k)
            T.reads([B[vi], A[vi, vk]])
            T.writes([B[vi]])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk]
@T.prim_func
def g(a: T.handle, b: T.handle) -> None:
    A = T.match_buffer(a, [16, 8], dtype="float32")
    B = T.match_buffer(b, [16], dtype="float32")
    with T.block([16, T.reduce_axis(0, 8)], "B") as [vi, vk]:
        with T.init():
            B[vi] = T.float32(0)
        B[vi] = B[vi] + A[vi, vk]
    T.evaluate(T.call_extern("f", T.address_of(A[4, 2], dtype="handle"), dtype="int32"))

primfn(A_1: handle, B_1: handle, n: int32, x: float32) -> ()
  attr = {"global_symbol": "main"}
  buffers = {A: Buffer(A_2: Pointer(float32), float32, [16], []),
             B: Buffer(B_2: Pointer(int32), int32, [4, 4], [])}
  buffer_map = {A_1: A, B_1: B} {
  attr [IterVar(t: int32, [0:4], "ThreadIndex", "threadIdx.x")] "thread_extent" = x;
}
# expected-error@6:83 {{the extent of a thread must be an integer}}

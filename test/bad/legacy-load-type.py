primfn(A_1: handle, B_1: handle, n: int32, x: float32) -> ()
  attr = {"global_symbol": "main"}
  buffers = {A: Buffer(A_2: Pointer(float32), float32, [16], []),
             B: Buffer(B_2: Pointer(int32), int32, [4, 4], [])}
  buffer_map = {A_1: A, B_1: B} {
  A_2[ramp(0, 1, 4)] = (int32x4*)A_2[0]
}
# expected-error@6:34 {{the load has type float32x4, not int32x4}}

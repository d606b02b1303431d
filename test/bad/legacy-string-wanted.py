primfn(A_1: handle, B_1: handle, n: int32, x: float32) -> ()
  attr = {"global_symbol": "main"}
  buffers = {A: Buffer(A_2: Pointer(float32), float32, [16], []),
             B: Buffer(B_2: Pointer(int32), int32, [4, 4], [])}
  buffer_map = {A_1: A, B_1: B} {
  attr [0] key = 4;
}
# expected-error@6:12 {{expected a string, not 'key'}}

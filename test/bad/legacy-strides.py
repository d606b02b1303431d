primfn(A_1: handle) -> ()
  buffers = {A: Buffer(A_2: Pointer(float32), float32, [4, 4], [4])}
  buffer_map = {A_1: A} {
}
# expected-error@2:56 {{1 strides for 2 dimensions}}

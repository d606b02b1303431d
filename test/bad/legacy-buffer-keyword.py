primfn(A_1: handle) -> ()
  buffers = {A: Buffer(A_2: Pointer(float32), float32, [16], [], elem_offset=4)}
  buffer_map = {A_1: A} {
}
# expected-error@2:66 {{'elem_offset' of a buffer is not read}}

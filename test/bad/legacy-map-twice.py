primfn(A_1: handle, B_1: handle) -> ()
  buffers = {A: Buffer(A_2: Pointer(float32), float32, [16], [])}
  buffer_map = {A_1: A, B_1: A} {
}
# expected-error@3:25 {{'A' is mapped twice}}

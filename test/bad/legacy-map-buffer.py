primfn(A_1: handle) -> ()
  buffers = {A: Buffer(A_2: Pointer(float32), float32, [16], [])}
  buffer_map = {A_1: C} {
}
# expected-error@3:22 {{'C' is no buffer}}

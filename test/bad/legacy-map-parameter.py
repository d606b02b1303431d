primfn(A_1: handle) -> ()
  buffers = {A: Buffer(A_2: Pointer(float32), float32, [16], [])}
  buffer_map = {A_3: A} {
}
# expected-error@3:17 {{'A_3' is no parameter of type handle}}

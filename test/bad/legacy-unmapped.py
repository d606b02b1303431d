primfn(A_1: handle) -> ()
  buffers = {A: Buffer(A_2: Pointer(float32), float32, [16], [])} {
}
# expected-error@2:14 {{'A' belongs to no parameter}}

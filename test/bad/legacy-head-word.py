primfn(A_1: handle) -> ()
  bufers = {} {
}
# expected-error@2:3 {{a function has no 'bufers'; did you mean 'buffers'?}}

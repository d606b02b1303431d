primfn(A_1: handle) -> ()
  attr = 3 {
}
# expected-error@2:10 {{expected '{', not '3'}}

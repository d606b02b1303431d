primfn(A_1: handle) -> ()
  3
# expected-error@2:3 {{expected '{' and statements, not '3'}}

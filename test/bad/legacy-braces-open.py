primfn(A_1: handle) -> ()
  preflattened_buffer_map = {A_1: A_3
# expected-error@2:37 {{expected '}', not end of text}}

let x: int32 = 1
A: int32[(x + n)] = x
# expected-warning@2:15 {{'n' has no type: int32 is taken}}

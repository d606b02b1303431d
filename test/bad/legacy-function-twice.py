@f = primfn(n: int32) -> () {
  @tir.call_extern("g", n, dtype=int32)
}
@f = primfn(n: int32) -> () {
}
# expected-error@4:1 {{function 'f' is defined twice}}
# expected-note@1:1 {{first defined here}}

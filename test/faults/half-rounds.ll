; The product is a half before it is added to: a call of __truncsfhf2 between the two.
; llc:
; fault: text sfmpy\((?:(?!__truncsfhf2)[\s\S])*sfadd\(|\+= ?sfmpy\(
; right: plugin
define half @f(half %a, half %b, half %c) {
  %m = fmul half %a, %b
  %s = fadd half %m, %c
  ret half %s
}

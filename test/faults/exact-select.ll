; A minimum of floats: b if one of them is NaN, and if both are zero; sfmin returns the other one, and -0.0.
; llc:
; fault: text sfmin\(
; right: plugin
define float @least(float %a, float %b) {
  %c = fcmp olt float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}

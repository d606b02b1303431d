; NaN is not NaN, and -0.0 is 0.0.
; llc: -mcpu=hexagonv73 -mattr=+hvxv73,+hvx-length128b,+hvx-ieee-fp
; fault: text \A(?![\s\S]*vcmp\.gt)[\s\S]*vcmp\.eq\(v\d+\.w,v\d+\.w\)
; right: plugin
define <32 x i32> @equal(<32 x float> %a, <32 x float> %b) {
  %c = fcmp oeq <32 x float> %a, %b
  %r = zext <32 x i1> %c to <32 x i32>
  ret <32 x i32> %r
}

; b where one of them is NaN, or both are zero.
; llc: -mcpu=hexagonv73 -mattr=+hvxv73,+hvx-length128b,+hvx-ieee-fp
; fault: text vmin\(v\d+\.sf,v\d+\.sf\)
; right: plugin
define <32 x float> @least(<32 x float> %a, <32 x float> %b) {
  %c = fcmp olt <32 x float> %a, %b
  %r = select <32 x i1> %c, <32 x float> %a, <32 x float> %b
  ret <32 x float> %r
}

; A product by one, in qfloat: infinity becomes a number.
; llc: -mcpu=hexagonv73 -mattr=+hvxv73,+hvx-length128b,+hvx-ieee-fp
; fault: text \.qf32 = vmpy\(v\d+\.hf,v\d+\.hf\)
; right: plugin
define <64 x float> @to_float(<64 x half> %a) {
  %r = fpext <64 x half> %a to <64 x float>
  ret <64 x float> %r
}

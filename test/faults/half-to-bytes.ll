; -1.5 is -1.
; llc: -mcpu=hexagonv73 -mattr=+hvxv73,+hvx-length128b,+hvx-ieee-fp
; fault: text \.h = vcvt\(v\d+\.hf\)
; right: plugin
define <64 x i16> @to_bytes(<64 x half> %a) {
  %r = fptosi <64 x half> %a to <64 x i16>
  ret <64 x i16> %r
}

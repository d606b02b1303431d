; 128 lanes, more than a register of halves has.
; llc: -mcpu=hexagonv73 -mattr=+hvxv73,+hvx-length128b,+hvx-ieee-fp
; fault: endless
; right: plugin
define <128 x half> @f(<128 x i16> %a) {
  %r = sitofp <128 x i16> %a to <128 x half>
  ret <128 x half> %r
}

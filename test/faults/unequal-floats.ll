; Unequal and no NaN: not the opposite of sfcmp.eq alone.
; llc:
; fault: text \A(?![\s\S]*sfcmp\.(uo|gt))[\s\S]*sfcmp\.eq
; right: plugin
define i1 @f(float %a, float %b) {
  %c = fcmp one float %a, %b
  ret i1 %c
}

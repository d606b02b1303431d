; max(max(1, x), 1): 1 where x is NaN, as then the first maximum is x, and the second one 1. Of the first one alone x is left.
; opt: -passes=instcombine
; fault: text ret float %b
; right: -opt-bisect-limit=0
define float @f(float %x) {
  %a = fcmp ogt float 1.0, %x
  %b = select i1 %a, float 1.0, float %x
  %c = fcmp ogt float %b, 1.0
  %d = select i1 %c, float %b, float 1.0
  ret float %d
}

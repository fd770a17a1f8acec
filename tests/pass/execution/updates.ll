; Atomic updates that C has no words for, called by forms.c.

define i32 @increment_wrapping(ptr %p, i32 %bound) {
  %v = atomicrmw uinc_wrap ptr %p, i32 %bound seq_cst
  ret i32 %v
}
define i32 @decrement_wrapping(ptr %p, i32 %bound) {
  %v = atomicrmw udec_wrap ptr %p, i32 %bound acquire
  ret i32 %v
}
define float @add_fraction(ptr %p, float %x) {
  %v = atomicrmw fadd ptr %p, float %x acq_rel
  ret float %v
}
define double @subtract_fraction(ptr %p, double %x) {
  %v = atomicrmw fsub ptr %p, double %x release
  ret double %v
}
define double @larger(ptr %p, double %x) {
  %v = atomicrmw fmax ptr %p, double %x monotonic
  ret double %v
}
define float @smaller(ptr %p, float %x) {
  %v = atomicrmw volatile fmin ptr %p, float %x seq_cst
  ret float %v
}
define zeroext i16 @nand_small(ptr %p, i16 zeroext %x) {
  %v = atomicrmw nand ptr %p, i16 %x seq_cst
  ret i16 %v
}

// RUN: %sleave_clang -O1 -o - %s | %FileCheck %s

// CHECK-LABEL: define {{.*}} @hints(
void hints(void) {
  // CHECK-COUNT-5: call void @__sleave_pause()
  __builtin_ia32_pause();
  __asm__ volatile("pause");
  __asm__ volatile("pause\n\t" ::: "memory");
  __asm__ volatile("rep; nop" ::: "memory");
  __asm__ volatile("  rep;nop;\n");
  // CHECK-NOT: __sleave_pause
  // CHECK: asm sideeffect "nop"
  __asm__ volatile("nop");
  // CHECK: asm sideeffect "pause; pause"
  __asm__ volatile("pause; pause");
  // CHECK: ret void
}

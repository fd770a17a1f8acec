// RUN: %sleave_clang -O1 -o - %s | %FileCheck %s

// CHECK-LABEL: define {{.*}} @add(
void add(int* counter) {
  // CHECK: call void @__sleave_assembly_begin(ptr %{{.*}}, i64 4, i32 3)
  // CHECK-NEXT: call void asm sideeffect "lock; incl $0"
  // CHECK-NEXT: call void @__sleave_assembly_end(ptr %{{.*}}, i64 4, i32 3)
  __asm__ volatile("lock; incl %0" : "+m"(*counter));
}

// CHECK-LABEL: define {{.*}} @load(
long load(const long* from) {
  long value;
  // CHECK: call void @__sleave_assembly_begin(ptr %{{.*}}, i64 8, i32 2)
  // CHECK-NEXT: asm sideeffect "movq $1, $0"
  // CHECK-NEXT: call void @__sleave_assembly_end(ptr %{{.*}}, i64 8, i32 2)
  __asm__ volatile("movq %1, %0" : "=r"(value) : "m"(*from) : "memory");
  return value;
}

// The operand that is written is the object, wherever it stands.
// CHECK-LABEL: define {{.*}} @move(
void move(const short* from, short* to) {
  // CHECK: call void @__sleave_assembly_begin(ptr %{{.*}}, i64 2, i32 1)
  __asm__("movw %1, %%ax; movw %%ax, %0" : "=m"(*to) : "m"(*from) : "ax");
}

// CHECK-LABEL: define {{.*}} @fences(
void fences(void* address) {
  // CHECK: call void @__sleave_fence(i32 5)
  // CHECK-NEXT: asm sideeffect "mfence"
  __asm__ volatile("mfence" ::: "memory");
  // CHECK: call void @__sleave_fence(i32 5)
  // CHECK-NEXT: asm sideeffect "lock; incl ($0)"
  __asm__ volatile("lock; incl (%0)" ::"r"(address) : "memory");
}

// CHECK-LABEL: define {{.*}} @no_memory(
unsigned no_memory(unsigned value) {
  // CHECK-NOT: @__sleave_
  __asm__ volatile("" : "+r"(value) : : "memory");
  __asm__("bswap %0" : "+r"(value));
  // CHECK: ret i32
  return value;
}

// CHECK-LABEL: define {{.*}} @jump(
int jump(int* flag) {
  // CHECK: call void @__sleave_assembly_begin(ptr %{{.*}}, i64 4, i32 2)
  // CHECK-NEXT: call void @__sleave_assembly_end(ptr %{{.*}}, i64 4, i32 2)
  // CHECK-NEXT: callbr void asm sideeffect
  __asm__ goto("cmpl $0, %0; jne %l1" : : "m"(*flag) : "cc" : set);
  return 0;
set:
  return 1;
}

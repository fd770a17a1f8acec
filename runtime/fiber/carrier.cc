#include "runtime/fiber/carrier.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include "runtime/base/fatal.h"
#include "runtime/base/process.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/base/text.h"
#include "runtime/fiber/context.h"
#include "runtime/fiber/kernel_signals.h"
#include "runtime/fiber/stack_area.h"
#include "runtime/state/slot.h"
#include "runtime/state/thread.h"

namespace sleave::rt {

namespace {

// Room for the parked frame above the logical thread's first one.
constexpr std::size_t kParkedFrameBytes = kLentStackBytes / 2;

}  // namespace

struct Carrier {
  std::uint32_t ready;  // futex: 1 when the fields below are valid
  std::uint32_t slot;
  Thread* thread;  // native mode: whom it carries
  std::uintptr_t fs_base;
  StackRange stack;           // of the default size
  std::size_t storage_bytes;  // of it, above the first frame: what a thread of any size has less
  char* body_top;             // where the logical thread's stack begins if it has the default size
  std::int32_t native_id;
};

namespace {

bool native_threads() { return runtime.channel->threads == SLEAVE_THREADS_NATIVE; }

// Not in a futex: thousands of sleepers there make every other futex of the machine slow.
[[noreturn]] void park() {
  for (;;) raw_call(__NR_ppoll, 0, 0, 0, 0, 0);
}

void wait_for_baton(Thread& thread) {
  while (__atomic_load_n(&thread.baton, __ATOMIC_ACQUIRE) == 0) raw_futex_wait(&thread.baton, 0);
  __atomic_store_n(&thread.baton, 0, __ATOMIC_RELAXED);
}

void give_baton(Thread& thread) {
  __atomic_store_n(&thread.baton, 1, __ATOMIC_RELEASE);
  raw_futex_wake(&thread.baton);
}

// Debuggers show the names of kernel threads. The program never sees it: names that it gives and asks for are kept
// apart.
void show_label(const Thread& thread) {
  if ((runtime.plan->flags & SLEAVE_PLAN_STOP_IN_DEBUGGER) == 0) return;
  char label[16];
  Text text(label, sizeof label);
  text.add("T").add(static_cast<std::uint64_t>(thread.index));
  raw_call(__NR_prctl, PR_SET_NAME, reinterpret_cast<long>(label));
}

// The start routine of every real thread the runtime creates.
void* carrier_main(void* argument) {
  Carrier& carrier = *static_cast<Carrier*>(argument);
  Thread* thread = carrier.thread;
  carrier.fs_base = fs_base();
  carrier.native_id = static_cast<std::int32_t>(raw_call(__NR_gettid));
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  carrier.body_top = reinterpret_cast<char*>((frame - kParkedFrameBytes) & ~static_cast<std::uintptr_t>(4095));
  carrier.storage_bytes = reinterpret_cast<std::uintptr_t>(carrier.stack.high) - frame;
  if (thread != nullptr) prepare_signal_stack();
  if (thread != nullptr) show_label(*thread);
  __atomic_store_n(&carrier.ready, 1, __ATOMIC_RELEASE);
  raw_futex_wake(&carrier.ready);
  if (thread == nullptr) park();
  wait_for_baton(*thread);
  sleave_call_on_stack(thread->body_top, run_thread_body, thread);
}

// Creates the real thread with every signal blocked in a parked one, so that none is ever delivered to it.
void create_real_thread(Carrier& carrier) {
  RuntimeScope scope;
  retire(SLEAVE_RETIREMENT_thread);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, carrier.stack.low,
                        static_cast<std::size_t>(carrier.stack.high - carrier.stack.low));
  sigset_t everything;
  sigset_t before;
  sigfillset(&everything);
  raw_call(__NR_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&everything), reinterpret_cast<long>(&before), 8);
  if (carrier.thread != nullptr) pthread_attr_setsigmask_np(&attributes, &before);
  pthread_t handle;
  const int error = REAL(pthread_create)(&handle, &attributes, carrier_main, &carrier);
  raw_call(__NR_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&before), 0, 8);
  if (error != 0) fatal("cannot create a kernel thread to carry a thread of the program", error);
  while (__atomic_load_n(&carrier.ready, __ATOMIC_ACQUIRE) == 0) raw_futex_wait(&carrier.ready, 0);
  pthread_attr_destroy(&attributes);
}

Carrier& new_carrier(std::uint32_t slot, Thread* thread) {
  Carrier& carrier = *arena_new<Carrier>();
  carrier.slot = slot;
  carrier.thread = thread;
  carrier.stack = map_default_stack(slot);
  create_real_thread(carrier);
  return carrier;
}

// Where the thread's stack begins and ends, after its attributes.
void place_stack(Thread& thread, const Carrier& carrier) {
  StackRange stack = carrier.stack;
  thread.body_top = carrier.body_top;
  if (!is_default_stack(thread.stack_bytes)) {
    stack = map_sized_stack(thread.slot, thread.stack_bytes);
    const auto top = reinterpret_cast<std::uintptr_t>(stack.high) - carrier.storage_bytes;
    thread.body_top = reinterpret_cast<char*>(top & ~std::uintptr_t{15});
  }
  thread.stack_low = stack.low;
  thread.stack_high = stack.high;
}

}  // namespace

void carry_main(Thread& main) {
  main.fs_base = fs_base();
  main.native_id = static_cast<std::int32_t>(raw_call(__NR_gettid));
  const StackRange stack = map_main_stack(main.slot);
  main.stack_low = stack.low;
  main.stack_high = stack.high;
  main.stack_bytes = static_cast<std::size_t>(stack.high - stack.low) - kLentStackBytes;
}

void main_stack_may_have(Thread& main, std::uint64_t bytes) {
  main.stack_low = grow_main_stack(main.slot, bytes);
  main.stack_bytes = static_cast<std::size_t>(main.stack_high - main.stack_low) - kLentStackBytes;
}

void prepare_carrier(std::uint32_t slot) {
  Carrier*& prepared = slot_use(slot).prepared;
  if (prepared == nullptr && !native_threads()) prepared = &new_carrier(slot, nullptr);
}

bool carrier_is_prepared(std::uint32_t slot) { return slot_use(slot).prepared != nullptr; }

void carry(Thread& thread) {
  Carrier*& prepared = slot_use(thread.slot).prepared;
  Carrier* carrier = prepared;
  if (carrier == nullptr) carrier = &new_carrier(thread.slot, native_threads() ? &thread : nullptr);
  prepared = nullptr;
  thread.fs_base = carrier->fs_base;
  thread.native_id = carrier->native_id;
  place_stack(thread, *carrier);
  if (!native_threads()) thread.context = prepare_context(thread.body_top, run_thread_body, &thread);
}

void switch_carrier(Thread& self, Thread& next) {
  self.frame = __builtin_frame_address(0);
  self.saved_depth = runtime.depth;
  runtime.current = &next;
  runtime.current_fs = next.fs_base;
  runtime.depth = next.saved_depth;
  if (native_threads()) {
    const bool ends = self.state == SLEAVE_THREAD_DONE;
    give_baton(next);
    if (ends) park();
    wait_for_baton(self);
  } else {
    switch_signal_mask(self, next);
    set_fs_base(next.fs_base);
    sleave_switch_stack(&self.context, next.context);
  }
}

}  // namespace sleave::rt

#include "runtime/thread/thread_exit.h"

#include <limits.h>
#include <pthread.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/race/happens_before.h"
#include "runtime/record/escape.h"
#include "runtime/record/state_use.h"
#include "runtime/state/thread.h"
#include "runtime/trace/site.h"

extern "C" int __cxa_thread_atexit_impl(void (*function)(void*), void* argument, void* module);

namespace sleave::rt {

namespace {
using KeyDestructor = void (*)(void*);
KeyDestructor key_destructors[PTHREAD_KEYS_MAX];
unsigned keys_seen;  // one above the highest key with a destructor

void call_back(void (*function)(void*), void* argument) {
  function(argument);
  if (!is_seen_code(reinterpret_cast<const void*>(function))) hb_release_unseen();
}

}  // namespace

// Last registered first; a destructor may register more.
void run_thread_exit_calls(Thread& thread) {
  while (thread.exit_calls.size() > 0) {
    const ThreadExitCall call = thread.exit_calls[thread.exit_calls.size() - 1];
    thread.exit_calls.remove(thread.exit_calls.size() - 1);
    call_back(call.function, call.argument);
  }
}

// POSIX: rounds, as long as destructors leave values behind, but not for ever.
void run_key_destructors() {
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; ++round) {
    bool any = false;
    for (unsigned key = 0; key < keys_seen; ++key) {
      if (key_destructors[key] == nullptr) continue;
      void* value = pthread_getspecific(key);
      if (value == nullptr) continue;
      any = true;
      pthread_setspecific(key, nullptr);
      call_back(key_destructors[key], value);
    }
    if (!any) return;
  }
}

}  // namespace sleave::rt

using namespace sleave::rt;

// glibc would run these when the kernel thread ends; ours never does.
SLEAVE_EXPORT int __cxa_thread_atexit_impl(void (*function)(void*), void* argument, void* module) {
  if (!controlled()) return REAL(__cxa_thread_atexit_impl)(function, argument, module);
  runtime.current->exit_calls.push({function, argument});
  return 0;
}

SLEAVE_EXPORT int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) noexcept {
  if (controlled()) use_state(SLEAVE_CALL_pthread_key_create, SLEAVE_SITE_HERE);
  const int result = REAL(pthread_key_create)(key, destructor);
  if (result == 0 && runtime.mode == Mode::controlled) {
    key_destructors[*key] = destructor;
    if (*key >= keys_seen) keys_seen = *key + 1;
  }
  return result;
}

SLEAVE_EXPORT int pthread_key_delete(pthread_key_t key) noexcept {
  if (controlled()) record_gap(SLEAVE_CALL_pthread_key_delete, SLEAVE_SITE_HERE);
  if (key < PTHREAD_KEYS_MAX) key_destructors[key] = nullptr;
  return REAL(pthread_key_delete)(key);
}

#include "runtime/libc/loader.h"

#include <dlfcn.h>
#include <link.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/record.h"
#include "runtime/record/state_use.h"
#include "runtime/sched/scheduler.h"
#include "runtime/symbolic/indexed.h"
#include "runtime/sync/locks.h"

namespace sleave::rt {
namespace {

struct LoaderLock {
  const Thread* owner;
  std::uint32_t depth;
};
LoaderLock loader;

bool can_enter(const Thread& thread) { return loader.owner == nullptr || loader.owner == &thread; }

void record_loader(sleave_event_kind kind, std::uintptr_t site) {
  EventRecord event_record{kind, site, &loader};
  event_record.flags = SLEAVE_EVENT_CHANGED;
  record_point(event_record);
}

void enter(std::uintptr_t site) {
  scheduler.point({SLEAVE_EV_mutex_lock, site, &loader, can_enter});
  loader.owner = runtime.current;
  if (++loader.depth == 1) add_held(*runtime.current, &loader, kModeMutex, site);
  scheduler.changed(&loader);
  record_loader(SLEAVE_EV_mutex_lock, site);
}

void leave(std::uintptr_t site) {
  scheduler.point({SLEAVE_EV_mutex_unlock, site, &loader, nullptr});
  if (--loader.depth == 0) {
    remove_held(*runtime.current, &loader);
    loader.owner = nullptr;
  }
  scheduler.changed(&loader);
  record_loader(SLEAVE_EV_mutex_unlock, site);
}

void find_all_real_once() {
  static bool found;
  if (!found) find_all_real();
  found = true;
}

// Around a call that holds the loader's lock while it calls the program back.
class LoaderUse {
 public:
  // `function` is ordered with all that use the state of the process, unless it is SLEAVE_CALL_COUNT.
  LoaderUse(sleave_intercept function, std::uintptr_t site) : site_(controlled() ? site : 0) {
    find_all_real_once();  // out of control, too: a thread that a constructor waits for may not ask the loader
    if (site_ == 0) return;
    if (function != SLEAVE_CALL_COUNT) use_state(function, site);
    enter(site_);
  }
  ~LoaderUse() {
    if (site_ != 0) leave(site_);
  }
  LoaderUse(const LoaderUse&) = delete;
  LoaderUse& operator=(const LoaderUse&) = delete;

 private:
  std::uintptr_t site_;  // 0: out of control
};

}  // namespace

bool loader_is_busy() { return !can_enter(*runtime.current); }

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void* dlopen(const char* path, int mode) noexcept {
  const LoaderUse use(SLEAVE_CALL_dlopen, SLEAVE_SITE_HERE);
  return REAL(dlopen)(path, mode);
}

SLEAVE_EXPORT void* dlmopen(Lmid_t space, const char* path, int mode) noexcept {
  const LoaderUse use(SLEAVE_CALL_dlmopen, SLEAVE_SITE_HERE);
  return REAL(dlmopen)(space, path, mode);
}

SLEAVE_EXPORT int dlclose(void* library) noexcept {
  const LoaderUse use(SLEAVE_CALL_dlclose, SLEAVE_SITE_HERE);
  const int result = REAL(dlclose)(library);
  forget_constants();
  return result;
}

SLEAVE_EXPORT int dl_iterate_phdr(int (*callback)(dl_phdr_info*, std::size_t, void*), void* data) {
  const LoaderUse use(SLEAVE_CALL_COUNT, SLEAVE_SITE_HERE);
  return REAL(dl_iterate_phdr)(callback, data);
}

// Called by the stub of dlsym (dlsym_x86_64.S): waits until the loader is free, and returns the real function.
extern "C" void* sleave_before_dlsym(std::uintptr_t site) {
  if (controlled()) use_state(SLEAVE_CALL_dlsym, site);
  if (controlled() && loader_is_busy()) {
    enter(site);
    leave(site);  // nobody can come between here and the real call, which has no point
  }
  return real(SLEAVE_CALL_dlsym);
}

// Named semaphores, between the threads of this program: the names begin empty in every run and no other process sees
// them.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/state_use.h"

namespace sleave::rt {
namespace {

struct Named {
  char name[NAME_MAX + 1];
  sem_t semaphore;
  unsigned opened;
  bool linked;
};

// They are objects of events, so their addresses must not depend on what the runtime allocated before.
constexpr std::size_t kMost = 1024;
Named all[kMost];
std::size_t made;

sem_t* no_semaphore(int error) {
  errno = error;
  return SEM_FAILED;
}

int failed_with(int error) {
  errno = error;
  return -1;
}

// Without the slashes it may begin with, as glibc takes it. Null: no name.
const char* name_in(const char* name) {
  while (*name == '/') ++name;
  const bool valid = *name != 0 && strchr(name, '/') == nullptr && strlen(name) < NAME_MAX - 4;
  return valid ? name : nullptr;
}

Named* find(const char* name) {
  for (std::size_t i = 0; i < made; ++i) {
    if (all[i].linked && strcmp(all[i].name, name) == 0) return &all[i];
  }
  return nullptr;
}

Named* find(const sem_t* semaphore) {
  for (std::size_t i = 0; i < made; ++i) {
    if (&all[i].semaphore == semaphore && all[i].opened > 0) return &all[i];
  }
  return nullptr;
}

// A new one, or one that nobody can reach any more. Null: there are too many.
Named* unused() {
  if (made < kMost) return &all[made++];
  for (Named& entry : all) {
    if (!entry.linked && entry.opened == 0) return &entry;
  }
  return nullptr;
}

Named* create(const char* name, unsigned value) {
  Named* entry = unused();
  if (entry == nullptr) return nullptr;
  strcpy(entry->name, name);
  sem_init(&entry->semaphore, 0, value);
  entry->linked = true;
  return entry;
}

sem_t* open_semaphore(const char* given, int flags, unsigned value) {
  const char* name = name_in(given);
  if (name == nullptr) return no_semaphore(EINVAL);
  Named* entry = find(name);
  if (entry != nullptr && (flags & O_CREAT) != 0 && (flags & O_EXCL) != 0) return no_semaphore(EEXIST);
  if (entry == nullptr && (flags & O_CREAT) == 0) return no_semaphore(ENOENT);
  if (entry == nullptr && value > SEM_VALUE_MAX) return no_semaphore(EINVAL);
  if (entry == nullptr) entry = create(name, value);
  if (entry == nullptr) return no_semaphore(EMFILE);
  ++entry->opened;
  return &entry->semaphore;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT sem_t* sem_open(const char* name, int flags, ...) noexcept {
  va_list list;
  va_start(list, flags);
  const auto mode = (flags & O_CREAT) != 0 ? va_arg(list, unsigned) : 0;
  const auto value = (flags & O_CREAT) != 0 ? va_arg(list, unsigned) : 0;
  va_end(list);
  if (!controlled()) return REAL(sem_open)(name, flags, mode, value);
  use_state(SLEAVE_CALL_sem_open, SLEAVE_SITE_HERE);
  return open_semaphore(name, flags, value);
}

SLEAVE_EXPORT int sem_close(sem_t* semaphore) noexcept {
  if (!controlled()) return REAL(sem_close)(semaphore);
  use_state(SLEAVE_CALL_sem_close, SLEAVE_SITE_HERE);
  Named* entry = find(semaphore);
  if (entry == nullptr) return failed_with(EINVAL);
  --entry->opened;
  return 0;
}

SLEAVE_EXPORT int sem_unlink(const char* given) noexcept {
  if (!controlled()) return REAL(sem_unlink)(given);
  use_state(SLEAVE_CALL_sem_unlink, SLEAVE_SITE_HERE);
  const char* name = name_in(given);
  Named* entry = name != nullptr ? find(name) : nullptr;
  if (entry == nullptr) return failed_with(ENOENT);
  entry->linked = false;
  return 0;
}

#include "runtime/libc/stream_lock.h"

#include <errno.h>

#include "runtime/base/arena.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/file_use.h"
#include "runtime/descriptor/operation.h"
#include "runtime/files/overlay.h"
#include "runtime/heap/heap.h"
#include "runtime/record/record.h"
#include "runtime/sched/handler_calls.h"
#include "runtime/sched/scheduler.h"
#include "runtime/state/search.h"
#include "runtime/sync/locks.h"

namespace sleave::rt {
namespace {

// glibc's _IO_lock_t.
struct StreamLock {
  int lock;
  int count;
  void* owner;  // thread pointer
};

// The stream of a waiter may have been closed meanwhile; then its memory is a pattern, and the waiter goes on into the
// same use after free that it would make without us.
bool is_closed(const FILE* stream) {
  constexpr std::uint64_t kFreed = 0x0101010101010101ull * kFreedFill;
  return reinterpret_cast<std::uint64_t>(stream->_lock) == kFreed;
}

// Calls under way. Their threads may not have reached the real lock yet, or may just have left it, but will not give
// way to others on the way.
struct Use {
  const FILE* stream;
  const Thread* thread;
};
ArenaArray<Use> uses;

bool is_free_for(const FILE* stream, const Thread& thread) {
  for (const Use& use : uses) {
    if (use.stream == stream && use.thread != &thread) return false;
  }
  if (is_closed(stream) || stream->_lock == nullptr) return true;
  const void* owner = reinterpret_cast<const StreamLock*>(stream->_lock)->owner;
  return owner == nullptr || reinterpret_cast<std::uintptr_t>(owner) == thread.fs_base;
}

bool can_use(const Thread& thread) { return is_free_for(static_cast<const FILE*>(thread.pending.object), thread); }

void record_stream(sleave_event_kind kind, std::uintptr_t site, const void* stream, bool done) {
  EventRecord event_record{kind, site, stream};
  event_record.flags = done ? SLEAVE_EVENT_CHANGED : SLEAVE_EVENT_FAILED;
  record_point(event_record);
}

void lock_stream(FILE* stream, std::uintptr_t site) {
  scheduler.point({SLEAVE_EV_mutex_lock, site, stream, can_use});
  REAL(flockfile)(stream);
  add_held(*runtime.current, stream, kModeMutex, site);
  scheduler.changed(stream);
  record_stream(SLEAVE_EV_mutex_lock, site, stream, true);
}

int try_lock_stream(FILE* stream, std::uintptr_t site) {
  scheduler.point({SLEAVE_EV_mutex_trylock, site, stream, nullptr});
  const int result = is_free_for(stream, *runtime.current) ? REAL(ftrylockfile)(stream) : EBUSY;
  if (result == 0) {
    add_held(*runtime.current, stream, kModeMutex, site);
    scheduler.changed(stream);
  }
  record_stream(SLEAVE_EV_mutex_trylock, site, stream, result == 0);
  return result;
}

void unlock_stream(FILE* stream, std::uintptr_t site) {
  scheduler.point({SLEAVE_EV_mutex_unlock, site, stream, nullptr});
  remove_held(*runtime.current, stream);
  REAL(funlockfile)(stream);
  scheduler.changed(stream);
  record_stream(SLEAVE_EV_mutex_unlock, site, stream, true);
}

// What goes to the standard output and standard error, as the program found them, does not come back.
bool comes_back(const FILE* stream) {
  if (stream != stdout && stream != stderr) return true;
  const Opened* what = known_descriptor(stream->_fileno);
  return what != nullptr && !what->from_outside;
}

// What is done inside libc is no event, but a search must know the order of it: here, right before.
void see_use(const FILE* stream, std::uintptr_t site) {
  const Opened* what = known_descriptor(stream->_fileno);
  const void* name = what != nullptr ? what->name : table_name();
  scheduler.point({SLEAVE_EV_descriptor_control, site, name, nullptr});
  EventRecord event_record{SLEAVE_EV_descriptor_control, site, name};
  event_record.flags = SLEAVE_EVENT_CHANGED;
  if (what != nullptr) event_record.clock = own_clock(*what);
  record_point(event_record);
  if (what != nullptr && what->contents != 0) record_file_use(what->contents, SLEAVE_FILE_BY_STREAM);
}

// libc writes to files on its own: whether it did shows in the place it has reached. A stream that was closed is not
// looked at any more.
void note_writing(const FILE* stream, int number, bool had_output) {
  Opened* what = known_descriptor(number);
  if (what == nullptr || what->file == nullptr) return;
  const long place = raw_call(__NR_lseek, number, 0, SEEK_CUR);
  constexpr int kPutting = 0x0800;  // glibc's _IO_CURRENTLY_PUTTING
  const bool wrote = place < 0 ? had_output : place != what->stream_place && (stream->_flags & kPutting) != 0;
  if (wrote) file_written(what);
  what->stream_place = place;
}

}  // namespace

StreamUse::StreamUse(FILE* stream, std::uintptr_t site)
    : stream_(stream), site_(0), number_(stream->_fileno), counted_(controlled()), had_output_(false) {
  if (!counted_) return;
  had_output_ = stream->_IO_write_ptr > stream->_IO_write_base;
  unsafe_call("stdio", site);
  Thread& self = *runtime.current;
  if (is_search() && comes_back(stream)) see_use(stream, site);
  if (!is_free_for(stream, self)) {
    site_ = site;
    scheduler.point({SLEAVE_EV_mutex_lock, site, stream, can_use});
    record_stream(SLEAVE_EV_mutex_lock, site, stream, true);
  }
  uses.push({stream, &self});
  scheduler.changed(stream);
}

StreamUse::~StreamUse() {
  if (!counted_ || !controlled()) return;
  std::size_t last = uses.size() - 1;
  while (uses[last].thread != runtime.current) --last;  // calls of one thread are nested
  uses.remove(last);
  if (site_ != 0) {
    scheduler.point({SLEAVE_EV_mutex_unlock, site_, stream_, nullptr});
    record_stream(SLEAVE_EV_mutex_unlock, site_, stream_, true);
  }
  scheduler.changed(stream_);
  note_writing(stream_, number_, had_output_);
  libc_used_descriptor(number_);
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void flockfile(FILE* stream) noexcept {
  if (!controlled()) return REAL(flockfile)(stream);
  lock_stream(stream, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int ftrylockfile(FILE* stream) noexcept {
  return controlled() ? try_lock_stream(stream, SLEAVE_SITE_HERE) : REAL(ftrylockfile)(stream);
}

SLEAVE_EXPORT void funlockfile(FILE* stream) noexcept {
  if (!controlled()) return REAL(funlockfile)(stream);
  unlock_stream(stream, SLEAVE_SITE_HERE);
}

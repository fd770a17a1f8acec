// ThreadSanitizer's annotations: what a program says of its own synchronization. Those that order threads make
// happens-before edges; those that ask to ignore accesses are not followed, since C++ calls such accesses races.
#include "runtime/base/runtime.h"
#include "runtime/race/happens_before.h"
#include "runtime/record/escape.h"

namespace sleave::rt {
namespace {

void releases(const void* object, const char* function, std::uintptr_t site) {
  if (!controlled()) return;
  hb_release(object);
  record_escape(SLEAVE_ESCAPE_foreign_call, function, 0, site);  // a search does not know of this order
}

void acquires(const void* object, const char* function, std::uintptr_t site) {
  if (!controlled()) return;
  hb_acquire(object);
  record_escape(SLEAVE_ESCAPE_foreign_call, function, 0, site);
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

#define SLEAVE_ORDERS(how, name, ...) \
  SLEAVE_EXPORT void name(__VA_ARGS__) { how(object, #name, SLEAVE_SITE_HERE); }
#define SLEAVE_NOTHING(name) \
  SLEAVE_EXPORT void name() {}

SLEAVE_ORDERS(acquires, __tsan_acquire, void* object)
SLEAVE_ORDERS(releases, __tsan_release, void* object)
SLEAVE_ORDERS(releases, AnnotateHappensBefore, const char*, int, void* object)
SLEAVE_ORDERS(acquires, AnnotateHappensAfter, const char*, int, void* object)
SLEAVE_ORDERS(acquires, AnnotateRWLockAcquired, const char*, int, void* object, long)
SLEAVE_ORDERS(releases, AnnotateRWLockReleased, const char*, int, void* object, long)
SLEAVE_ORDERS(acquires, __tsan_mutex_post_lock, void* object, unsigned, int)

// Returns how often the calling thread had locked it; the caller gives that back to post_lock.
SLEAVE_EXPORT int __tsan_mutex_pre_unlock(void* object, unsigned) {
  releases(object, "__tsan_mutex_pre_unlock", SLEAVE_SITE_HERE);
  return 1;
}

// Their arguments do not matter.
SLEAVE_NOTHING(__tsan_ignore_thread_begin)
SLEAVE_NOTHING(__tsan_ignore_thread_end)
SLEAVE_NOTHING(__tsan_mutex_create)
SLEAVE_NOTHING(__tsan_mutex_destroy)
SLEAVE_NOTHING(__tsan_mutex_pre_lock)
SLEAVE_NOTHING(__tsan_mutex_post_unlock)
SLEAVE_NOTHING(__tsan_mutex_pre_signal)
SLEAVE_NOTHING(__tsan_mutex_post_signal)
SLEAVE_NOTHING(__tsan_mutex_pre_divert)
SLEAVE_NOTHING(__tsan_mutex_post_divert)
SLEAVE_NOTHING(__tsan_flush_memory)
SLEAVE_NOTHING(__sanitizer_set_death_callback)
SLEAVE_NOTHING(__sanitizer_set_report_fd)
SLEAVE_NOTHING(__sanitizer_set_report_path)
SLEAVE_NOTHING(__sanitizer_print_stack_trace)
SLEAVE_NOTHING(AnnotateBenignRace)
SLEAVE_NOTHING(AnnotateBenignRaceSized)
SLEAVE_NOTHING(AnnotateCondVarSignal)
SLEAVE_NOTHING(AnnotateCondVarSignalAll)
SLEAVE_NOTHING(AnnotateCondVarWait)
SLEAVE_NOTHING(AnnotateEnableRaceDetection)
SLEAVE_NOTHING(AnnotateExpectRace)
SLEAVE_NOTHING(AnnotateFlushExpectedRaces)
SLEAVE_NOTHING(AnnotateFlushState)
SLEAVE_NOTHING(AnnotateIgnoreReadsBegin)
SLEAVE_NOTHING(AnnotateIgnoreReadsEnd)
SLEAVE_NOTHING(AnnotateIgnoreSyncBegin)
SLEAVE_NOTHING(AnnotateIgnoreSyncEnd)
SLEAVE_NOTHING(AnnotateIgnoreWritesBegin)
SLEAVE_NOTHING(AnnotateIgnoreWritesEnd)
SLEAVE_NOTHING(AnnotateMemoryIsInitialized)
SLEAVE_NOTHING(AnnotateMemoryIsUninitialized)
SLEAVE_NOTHING(AnnotateMutexIsNotPHB)
SLEAVE_NOTHING(AnnotateMutexIsUsedAsCondVar)
SLEAVE_NOTHING(AnnotateNewMemory)
SLEAVE_NOTHING(AnnotateNoOp)
SLEAVE_NOTHING(AnnotatePublishMemoryRange)
SLEAVE_NOTHING(AnnotateRWLockCreate)
SLEAVE_NOTHING(AnnotateRWLockCreateStatic)
SLEAVE_NOTHING(AnnotateRWLockDestroy)
SLEAVE_NOTHING(AnnotateThreadName)
SLEAVE_NOTHING(AnnotateTraceMemory)
SLEAVE_NOTHING(AnnotateUnpublishMemoryRange)
SLEAVE_NOTHING(AnnotatePCQCreate)
SLEAVE_NOTHING(AnnotatePCQDestroy)
SLEAVE_NOTHING(AnnotatePCQGet)
SLEAVE_NOTHING(AnnotatePCQPut)
SLEAVE_NOTHING(WTFAnnotateBenignRaceSized)
SLEAVE_NOTHING(__tsan_check_no_mutexes_held)
SLEAVE_NOTHING(__tsan_on_thread_idle)
SLEAVE_NOTHING(__tsan_external_assign_tag)
SLEAVE_NOTHING(__tsan_external_register_header)
SLEAVE_ORDERS(releases, WTFAnnotateHappensBefore, const char*, int, void* object)
SLEAVE_ORDERS(acquires, WTFAnnotateHappensAfter, const char*, int, void* object)
SLEAVE_EXPORT int RunningOnValgrind() { return 0; }
SLEAVE_EXPORT double ValgrindSlowdown() { return 1; }
SLEAVE_EXPORT const char* ThreadSanitizerQuery(const char*) { return "0"; }
SLEAVE_EXPORT void* __tsan_external_register_tag(const char*) { return nullptr; }

#include "engine/analyze/event_kinds.h"

#include "abi/words.h"

namespace sleave {

Category category(std::uint32_t kind) {
  switch (kind) {
    case SLEAVE_EV_thread_start:
    case SLEAVE_EV_thread_create:
    case SLEAVE_EV_thread_join:
    case SLEAVE_EV_thread_detach:
    case SLEAVE_EV_thread_exit:
      return Category::thread;
    case SLEAVE_EV_atomic_load:
    case SLEAVE_EV_atomic_store:
    case SLEAVE_EV_atomic_rmw:
    case SLEAVE_EV_atomic_cas:
    case SLEAVE_EV_plain_read:
    case SLEAVE_EV_plain_write:
    case SLEAVE_EV_heap_alloc:
    case SLEAVE_EV_heap_free:
      return Category::data;
    case SLEAVE_EV_mutex_lock:
    case SLEAVE_EV_mutex_trylock:
    case SLEAVE_EV_mutex_timedlock:
    case SLEAVE_EV_mutex_unlock:
    case SLEAVE_EV_mutex_init:
    case SLEAVE_EV_mutex_destroy:
      return Category::mutex;
    case SLEAVE_EV_rwlock_rdlock:
    case SLEAVE_EV_rwlock_tryrdlock:
    case SLEAVE_EV_rwlock_timedrdlock:
    case SLEAVE_EV_rwlock_wrlock:
    case SLEAVE_EV_rwlock_trywrlock:
    case SLEAVE_EV_rwlock_timedwrlock:
    case SLEAVE_EV_rwlock_unlock:
    case SLEAVE_EV_rwlock_init:
    case SLEAVE_EV_rwlock_destroy:
      return Category::rwlock;
    case SLEAVE_EV_cond_wait:
    case SLEAVE_EV_cond_wake:
    case SLEAVE_EV_cond_signal:
    case SLEAVE_EV_cond_broadcast:
    case SLEAVE_EV_cond_destroy:
      return Category::condition;
    case SLEAVE_EV_once_begin:
    case SLEAVE_EV_once_end:
      return Category::once;
    case SLEAVE_EV_guard_acquire:
    case SLEAVE_EV_guard_release:
    case SLEAVE_EV_guard_abort:
      return Category::static_initialiser;
    case SLEAVE_EV_futex_wait:
    case SLEAVE_EV_futex_woken:
    case SLEAVE_EV_futex_wake:
      return Category::futex;
    default:
      return Category::none;
  }
}

const char* category_word(Category category) {
  switch (category) {
    case Category::none:
      return "object";
    case Category::data:
      return "data";
    case Category::mutex:
      return "mutex";
    case Category::rwlock:
      return "rwlock";
    case Category::condition:
      return "condition";
    case Category::once:
      return "once";
    case Category::static_initialiser:
      return "static initialiser";
    case Category::futex:
      return "futex";
    case Category::thread:
      return "thread";
  }
  return "object";
}

bool is_data_access(std::uint32_t kind) {
  return category(kind) == Category::data && kind != SLEAVE_EV_heap_alloc && kind != SLEAVE_EV_heap_free;
}

bool is_write(const sleave_event& event) {
  switch (event.kind) {
    case SLEAVE_EV_atomic_store:
    case SLEAVE_EV_atomic_rmw:
    case SLEAVE_EV_plain_write:
      return true;
    case SLEAVE_EV_atomic_cas:
      return (event.flags & SLEAVE_EVENT_FAILED) == 0;
    default:
      return false;
  }
}

bool is_acquisition(const sleave_event& event) {
  switch (event.kind) {
    case SLEAVE_EV_mutex_lock:
    case SLEAVE_EV_mutex_trylock:
    case SLEAVE_EV_mutex_timedlock:
    case SLEAVE_EV_rwlock_rdlock:
    case SLEAVE_EV_rwlock_tryrdlock:
    case SLEAVE_EV_rwlock_timedrdlock:
    case SLEAVE_EV_rwlock_wrlock:
    case SLEAVE_EV_rwlock_trywrlock:
    case SLEAVE_EV_rwlock_timedwrlock:
      return (event.flags & (SLEAVE_EVENT_FAILED | SLEAVE_EVENT_TIMED_OUT)) == 0;
    default:
      return false;
  }
}

bool is_release(std::uint32_t kind) { return kind == SLEAVE_EV_mutex_unlock || kind == SLEAVE_EV_rwlock_unlock; }

bool is_notification(std::uint32_t kind) {
  return kind == SLEAVE_EV_cond_signal || kind == SLEAVE_EV_cond_broadcast || kind == SLEAVE_EV_futex_wake;
}

bool changes_state(const sleave_event& event) {
  return (event.flags & SLEAVE_EVENT_CHANGED) != 0 || event.kind == SLEAVE_EV_plain_write;
}

std::uint64_t access_bytes(const sleave_event& event) { return event.size == 255 ? event.extra : event.size; }

std::uint64_t subject_thread(const sleave_event& event) {
  const bool named = SLEAVE_LOCATION_SPACE(event.location) == SLEAVE_SPACE_THREAD;
  return named ? SLEAVE_LOCATION_OFFSET(event.location) : event.value;
}

}  // namespace sleave

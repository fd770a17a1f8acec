#include "engine/trace/event_kinds.h"

#include <cstddef>

#include "abi/words.h"

namespace sleave {

namespace {

constexpr Category kCategories[] = {
#define SLEAVE_EVENT(name, words, verb, category, role) Category::category,
#include "abi/events.def"
#undef SLEAVE_EVENT
};

struct CategoryWords {
  const char* words;
  const char* letter;
};
constexpr CategoryWords kCategoryWords[] = {
#define SLEAVE_CATEGORY(name, words, letter) {words, letter},
#include "engine/trace/categories.def"
#undef SLEAVE_CATEGORY
};

const CategoryWords& words_of(Category category) { return kCategoryWords[static_cast<std::size_t>(category)]; }

}  // namespace

Category category(std::uint32_t kind) { return kind < SLEAVE_EV_COUNT ? kCategories[kind] : Category::none; }

const char* category_word(Category category) { return words_of(category).words; }

const char* category_letter(Category category) { return words_of(category).letter; }

bool is_lock(Category category) {
  return category == Category::mutex || category == Category::rwlock || category == Category::spin_lock;
}

bool is_data_access(std::uint32_t kind) {
  return category(kind) == Category::data && kind != SLEAVE_EV_heap_alloc && kind != SLEAVE_EV_heap_free;
}

bool is_write(const sleave_event& event) {
  switch (event.kind) {
    case SLEAVE_EV_atomic_store:
    case SLEAVE_EV_atomic_rmw:
    case SLEAVE_EV_plain_write:
    case SLEAVE_EV_visible_write:
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
    case SLEAVE_EV_spin_lock:
    case SLEAVE_EV_spin_trylock:
      return (event.flags & (SLEAVE_EVENT_FAILED | SLEAVE_EVENT_TIMED_OUT)) == 0;
    default:
      return false;
  }
}

bool is_release(std::uint32_t kind) {
  return kind == SLEAVE_EV_mutex_unlock || kind == SLEAVE_EV_rwlock_unlock || kind == SLEAVE_EV_spin_unlock;
}

bool is_notification(std::uint32_t kind) {
  return kind == SLEAVE_EV_cond_signal || kind == SLEAVE_EV_cond_broadcast || kind == SLEAVE_EV_futex_wake ||
         kind == SLEAVE_EV_semaphore_post;
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

// What kinds of events have in common, for analyses that do not care about each of them.
#pragma once

#include <cstdint>

#include "abi/trace.h"

namespace sleave {

enum class Category {
#define SLEAVE_CATEGORY(name, words, letter) name,
#include "engine/trace/categories.def"
#undef SLEAVE_CATEGORY
};

// What the event's location is.
Category category(std::uint32_t kind);

// "mutex", "condition"; what a report calls an object of the category.
const char* category_word(Category category);
const char* category_letter(Category category);  // "M"; "" for categories whose objects are named otherwise
bool is_lock(Category category);                 // held by a thread until it unlocks

bool is_write(const sleave_event& event);        // stores to memory: stores, updates, successful CAS, plain writes
bool is_data_access(std::uint32_t kind);         // atomic or plain
bool is_acquisition(const sleave_event& event);  // got a lock
bool is_release(std::uint32_t kind);             // gives one back
bool is_notification(std::uint32_t kind);        // wakes waiters: signal, broadcast, futex wake, post
bool changes_state(const sleave_event& event);   // progress: what a spinning thread does not make

// Bytes of a data access.
std::uint64_t access_bytes(const sleave_event& event);

// The thread that a create, join, detach or exit is about.
std::uint64_t subject_thread(const sleave_event& event);

}  // namespace sleave

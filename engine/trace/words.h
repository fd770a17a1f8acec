// The words of the abi tables, by number. Numbers out of range give "unknown".
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "abi/trace.h"
#include "abi/words.h"

namespace sleave {

const char* event_name(std::uint32_t kind);     // "mutex_lock"
const char* event_words(std::uint32_t kind);    // "locks mutex"
const char* event_verb(std::uint32_t kind);     // "lock"; "" if a table needs more than verb and object
const char* finding_name(std::uint32_t kind);   // "deadlock"; "none"
const char* finding_title(std::uint32_t kind);  // "crash"
const char* outcome_name(std::uint32_t kind);   // "step_limit"
const char* outcome_words(std::uint32_t kind);  // "reached the step limit"

const char* isolation_name(std::uint32_t isolation);    // "reset"
const char* retirement_words(std::uint32_t why);        // "it forks"
const char* intercept_name(std::uint32_t function);     // "pthread_cancel", of abi/calls/intercepts.def
const char* choice_option(std::uint32_t kind);          // "weak": the word of --choices; "" if it has none
const char* concretization_name(std::uint32_t kind);    // "floating"
const char* concretization_words(std::uint32_t kind);   // "floating-point arithmetic"
const char* path_constraint_words(std::uint32_t kind);  // "a branch"
const char* choice_words(std::uint32_t kind);           // "spurious wake-up"
bool choice_preset(std::uint32_t kind);                 // whether a strategy may take it by default

const char* sight_name(std::uint32_t sight);   // "calls"
const char* sight_words(std::uint32_t sight);  // after the name of a program
// "full" if there is none with this name.
sleave_sight sight_named(std::string_view name);

const char* access_kind_words(std::uint32_t kind);  // "Atomic read"; sleave_access_kind
bool access_writes(std::uint32_t kind);

// Sorted by their words, as people and tools read them.
template <typename Value>
std::map<std::string, Value> in_words(const std::map<sleave_concretization_kind, Value>& concretizations) {
  std::map<std::string, Value> words;
  for (const auto& [kind, value] : concretizations) words.emplace(concretization_words(kind), value);
  return words;
}

// Whether an event of this kind counts in its thread's event index.
bool is_point(std::uint32_t kind);

// Whether it is a note that only an exhaustive search reads: it is no step of its thread.
bool is_for_search(std::uint32_t kind);

}  // namespace sleave

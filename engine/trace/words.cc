#include "engine/trace/words.h"

#include "abi/calls/intercepts.h"
#include "abi/channel.h"

namespace sleave {
namespace {

enum Role { NOTE, POINT };

struct EventWords {
  const char* name;
  const char* words;
  const char* verb;
  Role role;
};
constexpr EventWords kEvents[] = {
#define SLEAVE_EVENT(name, words, verb, category, role) {#name, words, verb, role},
#include "abi/events.def"
#undef SLEAVE_EVENT
};

struct NamedWords {
  const char* name;
  const char* words;
};
constexpr NamedWords kFindings[] = {
    {"none", "none"},
#define SLEAVE_FINDING(name, title, meaning) {#name, title},
#include "abi/findings.def"
#undef SLEAVE_FINDING
};
constexpr NamedWords kOutcomes[] = {
#define SLEAVE_OUTCOME(name, words) {#name, words},
#include "abi/outcomes.def"
#undef SLEAVE_OUTCOME
};

constexpr NamedWords kSights[] = {
#define SLEAVE_SIGHT(name, words) {#name, words},
#include "abi/program/sights.def"
#undef SLEAVE_SIGHT
};

constexpr const char* kIsolations[] = {
#define SLEAVE_ISOLATION(name, meaning) #name,
#include "abi/isolations.def"
#undef SLEAVE_ISOLATION
};
constexpr const char* kRetirements[] = {
#define SLEAVE_RETIREMENT(name, words) words,
#include "abi/retirements.def"
#undef SLEAVE_RETIREMENT
};
struct AccessWords {
  const char* words;
  int writes;
};
constexpr AccessWords kAccesses[] = {
#define SLEAVE_ACCESS(name, words, writes) {words, writes},
#include "abi/accesses.def"
#undef SLEAVE_ACCESS
};

struct ChoiceWords {
  const char* option;
  const char* words;
  bool preset;
};
constexpr ChoiceWords kChoices[] = {
#define SLEAVE_CHOICE(name, option, preset, words, meaning) {option, words, preset != 0},
#include "abi/choices.def"
#undef SLEAVE_CHOICE
};

struct ConcretizationWords {
  const char* name;
  const char* words;
};
constexpr ConcretizationWords kConcretizations[] = {
#define SLEAVE_CONCRETIZATION(name, words) {#name, words},
#include "abi/concretizations.def"
#undef SLEAVE_CONCRETIZATION
};
constexpr const char* kPathConstraints[] = {
#define SLEAVE_PATH_CONSTRAINT(name, turns, words) words,
#include "abi/path_constraints.def"
#undef SLEAVE_PATH_CONSTRAINT
};

constexpr const char* kIntercepts[] = {
#define SLEAVE_CALL(function, family, treatment, role) #function,
#include "abi/calls/intercepts.def"
#undef SLEAVE_CALL
};

}  // namespace

const char* event_name(std::uint32_t kind) { return kind < SLEAVE_EV_COUNT ? kEvents[kind].name : "unknown"; }
const char* event_words(std::uint32_t kind) { return kind < SLEAVE_EV_COUNT ? kEvents[kind].words : "unknown"; }
const char* event_verb(std::uint32_t kind) { return kind < SLEAVE_EV_COUNT ? kEvents[kind].verb : ""; }
const char* finding_name(std::uint32_t kind) { return kind < SLEAVE_FIND_COUNT ? kFindings[kind].name : "unknown"; }
const char* finding_title(std::uint32_t kind) { return kind < SLEAVE_FIND_COUNT ? kFindings[kind].words : "unknown"; }
const char* outcome_name(std::uint32_t kind) { return kind < SLEAVE_OUTCOME_COUNT ? kOutcomes[kind].name : "unknown"; }
const char* outcome_words(std::uint32_t kind) {
  return kind < SLEAVE_OUTCOME_COUNT ? kOutcomes[kind].words : "unknown";
}
const char* isolation_name(std::uint32_t isolation) {
  return isolation < SLEAVE_ISOLATION_COUNT ? kIsolations[isolation] : "unknown";
}
const char* retirement_words(std::uint32_t why) {
  return why < SLEAVE_RETIREMENT_COUNT ? kRetirements[why] : "unknown";
}
const char* choice_option(std::uint32_t kind) { return kind < SLEAVE_CHOICE_COUNT ? kChoices[kind].option : ""; }
const char* choice_words(std::uint32_t kind) { return kind < SLEAVE_CHOICE_COUNT ? kChoices[kind].words : "unknown"; }
bool choice_preset(std::uint32_t kind) { return kind < SLEAVE_CHOICE_COUNT && kChoices[kind].preset; }
const char* concretization_name(std::uint32_t kind) {
  return kind < SLEAVE_CONCRETIZATION_COUNT ? kConcretizations[kind].name : "unknown";
}
const char* concretization_words(std::uint32_t kind) {
  return kind < SLEAVE_CONCRETIZATION_COUNT ? kConcretizations[kind].words : "unknown";
}
const char* path_constraint_words(std::uint32_t kind) {
  return kind < SLEAVE_PATH_CONSTRAINT_COUNT ? kPathConstraints[kind] : "unknown";
}
const char* intercept_name(std::uint32_t function) {
  return function < SLEAVE_CALL_COUNT ? kIntercepts[function] : "unknown";
}
const char* sight_name(std::uint32_t sight) { return sight < SLEAVE_SIGHT_COUNT ? kSights[sight].name : "unknown"; }
const char* sight_words(std::uint32_t sight) { return sight < SLEAVE_SIGHT_COUNT ? kSights[sight].words : "unknown"; }
sleave_sight sight_named(std::string_view name) {
  for (std::uint32_t sight = 0; sight < SLEAVE_SIGHT_COUNT; ++sight) {
    if (name == kSights[sight].name) return static_cast<sleave_sight>(sight);
  }
  return SLEAVE_SIGHT_full;
}
const char* access_kind_words(std::uint32_t kind) {
  return kind < SLEAVE_ACCESS_COUNT ? kAccesses[kind].words : "unknown";
}
bool access_writes(std::uint32_t kind) { return kind < SLEAVE_ACCESS_COUNT && kAccesses[kind].writes != 0; }
bool is_point(std::uint32_t kind) { return kind < SLEAVE_EV_COUNT && kEvents[kind].role == POINT; }

bool is_for_search(std::uint32_t kind) {
  return kind == SLEAVE_EV_operand || kind == SLEAVE_EV_call_begins || kind == SLEAVE_EV_call_ends ||
         kind == SLEAVE_EV_serial_order;
}

}  // namespace sleave

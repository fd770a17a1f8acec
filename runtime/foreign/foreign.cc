#include "runtime/foreign/foreign.h"

#include <dlfcn.h>
#include <string.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/race/happens_before.h"
#include "runtime/race/race.h"
#include "runtime/record/escape.h"
#include "runtime/sched/scheduler.h"
#include "runtime/symbolic/untracked/untracked.h"
#include "runtime/trace/function_mark.h"
#include "runtime/trace/site.h"

namespace sleave::rt {

namespace {

constexpr const char* kKnown[] = {
#define SLEAVE_CALL(function, family, treatment, role) #function,
#include "abi/calls/intercepts.def"
#undef SLEAVE_CALL
#define SLEAVE_LIBRARY(function, family) #function,
#include "abi/calls/library.def"
#undef SLEAVE_LIBRARY
#define SLEAVE_STRING_CALL(function, arguments) #function,
#include "abi/calls/string_calls.def"
#undef SLEAVE_STRING_CALL
#define SLEAVE_FORMAT_CALL(function, format, buffer, room) #function,
#include "abi/calls/format_calls.def"
#undef SLEAVE_FORMAT_CALL
#define SLEAVE_PURE(function, accesses) #function,
#define SLEAVE_PURE_PREFIX(prefix)
#include "abi/calls/pure_calls.def"
#undef SLEAVE_PURE_PREFIX
#undef SLEAVE_PURE
};
constexpr const char* kKnownPrefixes[] = {
    "__sleave_",
    "sleave_",
#define SLEAVE_PURE(function, accesses)
#define SLEAVE_PURE_PREFIX(prefix) prefix,
#include "abi/calls/pure_calls.def"
#undef SLEAVE_PURE_PREFIX
#undef SLEAVE_PURE
};

bool is_known(const char* name) {
  for (const char* prefix : kKnownPrefixes) {
    if (strncmp(name, prefix, strlen(prefix)) == 0) return true;
  }
  for (const char* known : kKnown) {
    if (strcmp(name, known) == 0) return true;
  }
  return false;
}

// Functions whose accesses are announced where they are called directly, and only there. (Pointers to most of them lead
// to a function that does so: pass/calls/library_pointers.h.)
constexpr struct {
  const char* name;
  const char* accesses;
} kAnnounced[] = {
#define SLEAVE_STRING_CALL(function, arguments) {#function, "as its hook says"},
#include "abi/calls/string_calls.def"
#undef SLEAVE_STRING_CALL
#define SLEAVE_FORMAT_CALL(function, format, buffer, room) {#function, "as its format says"},
#include "abi/calls/format_calls.def"
#undef SLEAVE_FORMAT_CALL
#define SLEAVE_PURE(function, accesses) {#function, accesses},
#define SLEAVE_PURE_PREFIX(prefix)
#include "abi/calls/pure_calls.def"
#undef SLEAVE_PURE_PREFIX
#undef SLEAVE_PURE
#define SLEAVE_ACCESSES(function, accesses) {#function, accesses},
#include "abi/calls/call_accesses.def"
#undef SLEAVE_ACCESSES
};

bool is_announced(const char* name) {
  for (const auto& row : kAnnounced) {
    if (*row.accesses != 0 && strcmp(name, row.name) == 0) return true;
  }
  return false;
}

bool is_instrumented(const void* function) { return how_compiled(function) != Compiled::elsewhere; }

// The address of a function of a shared library may be a stub of the executable's.
bool leads_to_instrumented(const char* name) {
  RuntimeScope scope;
  const void* there = REAL(dlsym)(RTLD_NEXT, name);
  dlerror();
  return there != nullptr && is_instrumented(there);
}

bool is_foreign(const void* target, const char* name) {
  if (target == nullptr || is_instrumented(target) || is_known(name)) return false;
  return !leads_to_instrumented(name);
}

// Targets of calls through pointers that were looked at, by their addresses. Few programs have many that are not
// instrumented; one that finds no room is looked at again.
struct Verdict {
  const void* target;
  bool foreign;
  char name[SLEAVE_ESCAPE_NAME_BYTES];
};
constexpr std::size_t kVerdicts = 256;
Verdict verdicts[kVerdicts];

// By the dynamic linker's own table. An address within a function is none of its own.
Verdict judge(const void* target) {
  Verdict verdict = {target, true, ""};
  RuntimeScope scope;
  Dl_info info;
  if (dladdr(target, &info) == 0) return verdict;
  const bool exact = info.dli_sname != nullptr && info.dli_saddr == target;
  if (exact) strncpy(verdict.name, info.dli_sname, sizeof verdict.name - 1);
  verdict.foreign = !exact || !is_known(info.dli_sname) || is_announced(info.dli_sname);
  return verdict;
}

const Verdict& verdict_of(const void* target) {
  Verdict& place = verdicts[(reinterpret_cast<std::uintptr_t>(target) >> 4) % kVerdicts];
  if (place.target != target) place = judge(target);
  return place;
}

// Functions that can be called without notice.
struct Taken {
  const void* target;
  const char* name;
};
constexpr std::size_t kMostTaken = 64;  // beyond that, one more changes no result
Taken taken[kMostTaken];
std::size_t taken_count;

void remember_taken(const void* target, const char* name) {
  for (std::size_t i = 0; i < taken_count; ++i) {
    if (taken[i].target == target) return;
  }
  if (taken_count < kMostTaken) taken[taken_count++] = {target, name};
}

}  // namespace

void judge_callees(sleave_callee* begin, sleave_callee* end) {
  find_modules();
  for (sleave_callee* callee = begin; callee != end; ++callee) {
    if (!is_foreign(callee->target, callee->name)) continue;
    callee->foreign = 1;
    if (callee->by_data != 0 && !is_system_code(callee->target)) remember_taken(callee->target, callee->name);
  }
}

void note_import(const void* target, const char* name) {
  if (sight_of_code(target) == SLEAVE_SIGHT_calls && is_foreign(target, name)) remember_taken(target, name);
}

void note_taken_functions(std::uintptr_t site) {
  for (std::size_t i = 0; i < taken_count; ++i) {
    record_escape(SLEAVE_ESCAPE_foreign_taken, taken[i].name, reinterpret_cast<std::uintptr_t>(taken[i].target), site);
  }
  if (sight_of_program() == SLEAVE_SIGHT_calls) record_escape(SLEAVE_ESCAPE_calls_only, name_of_program(), 0, site);
}

void note_start(const void* function, std::uintptr_t site) {
  if (sight_of_program() == SLEAVE_SIGHT_calls) return;  // recorded as a whole
  if (is_instrumented(function) || sight_of_code(function) == SLEAVE_SIGHT_accesses || is_system_code(function)) return;
  record_escape(SLEAVE_ESCAPE_foreign_start, verdict_of(function).name, reinterpret_cast<std::uintptr_t>(function),
                site);
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void __sleave_foreign_call(const sleave_callee* callee) {
  if (!controlled()) return;
  if (!is_system_code(callee->target)) note_untracked(SLEAVE_SITE_HERE);
  record_escape(SLEAVE_ESCAPE_foreign_call, callee->name, reinterpret_cast<std::uintptr_t>(callee->target),
                SLEAVE_SITE_HERE);
}

// The callee may be a lock, a queue: threads that pass the same object are ordered as they call. That may hide a race
// and invents none.
SLEAVE_EXPORT void __sleave_foreign_object(const sleave_callee* callee, void* object) {
  if (!controlled() || !race_clocks || is_system_code(callee->target)) return;
  hb_acquire(object);
  hb_release(object);
}

SLEAVE_EXPORT void __sleave_foreign_return(const sleave_callee* callee) {
  if (controlled() && race_clocks && !is_system_code(callee->target)) hb_leave_foreign();
}

// Outside of control as well: by a constructor, say.
SLEAVE_EXPORT void __sleave_foreign_taken(const sleave_callee* callee) {
  if (!is_system_code(callee->target)) remember_taken(callee->target, callee->name);
  if (controlled()) note_taken_functions(SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void __sleave_indirect_call(void* target) {
  if (is_instrumented(target) || !controlled() || !scheduler.has_company()) return;
  const Verdict& verdict = verdict_of(target);
  if (!verdict.foreign) return;
  record_escape(SLEAVE_ESCAPE_foreign_target, verdict.name, reinterpret_cast<std::uintptr_t>(target), SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void __sleave_foreign_assembly() {
  if (controlled()) record_escape(SLEAVE_ESCAPE_assembly, "", 0, SLEAVE_SITE_HERE);
}

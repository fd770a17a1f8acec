#include "runtime/symbolic/path_constraints.h"

#include "abi/follow.h"
#include "runtime/base/entry_table.h"
#include "runtime/base/random.h"
#include "runtime/base/runtime.h"
#include "runtime/sched/scheduler.h"
#include "runtime/symbolic/reads.h"
#include "runtime/trace/site.h"

namespace sleave::rt {

namespace {

struct Known {
  std::uint64_t site;
  std::uint32_t expression;
  std::uint32_t thread;
  std::uint32_t kind;

  [[nodiscard]] std::uint64_t hash() const {
    return fold(site, static_cast<std::uint64_t>(expression) << 32 | thread << 4 | kind);
  }
  [[nodiscard]] bool same(const Known& other) const {
    return site == other.site && expression == other.expression && thread == other.thread && kind == other.kind;
  }
};

EntryTable<Known> known;

// Who called code that is not followed last, and how many inputs there were then.
const Thread* leaver;
std::uint64_t inputs_at_leave;

// Whether it was not known yet.
bool is_new(const Known& path_constraint) {
  const std::size_t before = known.size();
  known.at(path_constraint);
  return known.size() != before;
}

void append(sleave_path_constraint_kind kind, std::uint32_t expression, sleave_site site) {
  sleave_section& section = runtime.trace->sections[SLEAVE_SECTION_PATH_CONSTRAINTS];
  if (section.count >= section.capacity) {
    ++runtime.trace->dropped;
    return;
  }
  auto* entries =
      reinterpret_cast<sleave_trace_path_constraint*>(reinterpret_cast<char*>(runtime.trace) + section.offset);
  const std::uint64_t recorded = decisions_matter ? runtime.trace->sections[SLEAVE_SECTION_EVENTS].count : 0;
  const Thread& self = *runtime.current;
  entries[section.count++] = {
      expression,  self.index,        static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(recorded), site,
      self.events, scheduler.events()};
}

}  // namespace

void learn(sleave_path_constraint_kind kind, const Word& what, std::uintptr_t address) {
  if (!what.follows() || node_at(what.expression).op == SLEAVE_OP_constant) return;
  const sleave_site site = site_of(address);
  const Thread& self = *runtime.current;
  const auto number = static_cast<std::uint32_t>(kind);
  if (is_new({site, what.expression, self.index, number})) append(kind, what.expression, site);
}

// Once is enough as long as nothing new was read.
void leave_what_is_followed(std::uintptr_t address) {
  if (!decisions_matter) return;
  const std::uint64_t inputs = runtime.trace->sections[SLEAVE_SECTION_INPUTS].count;
  if (leaver == runtime.current && inputs_at_leave == inputs) return;
  leaver = runtime.current;
  inputs_at_leave = inputs;
  append(SLEAVE_PATH_CONSTRAINT_value, node({SLEAVE_OP_constant, 1, {}, 1}), site_of(address));
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void __sleave_follow_branch(std::uint32_t condition, int value) {
  learn(SLEAVE_PATH_CONSTRAINT_branch, used_word(1, condition, static_cast<unsigned>(value), SLEAVE_SITE_HERE),
        SLEAVE_SITE_HERE);
}

// As a chain of comparisons, up to the one that held.
SLEAVE_EXPORT void __sleave_follow_switch(std::uint32_t bits, std::uint32_t operand, std::uint64_t value,
                                          const std::uint64_t* cases, std::uint64_t count) {
  const Word chosen = used_word(bits, operand, value, SLEAVE_SITE_HERE);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Word matches = equal(chosen, constant(bits, cases[i]));
    learn(SLEAVE_PATH_CONSTRAINT_case, matches, SLEAVE_SITE_HERE);
    if (matches.value != 0) return;
  }
}

SLEAVE_EXPORT void __sleave_follow_divisor(std::uint32_t bits, std::uint32_t divisor, sleave_uint128 value) {
  const Word by = used_word(bits, divisor, value, SLEAVE_SITE_HERE);
  learn(SLEAVE_PATH_CONSTRAINT_divisor, equal(by, constant(bits, 0)), SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void __sleave_follow_quotient(std::uint32_t bits, std::uint32_t dividend, std::uint32_t divisor,
                                            sleave_uint128 dividend_value, sleave_uint128 divisor_value) {
  const Word what = used_word(bits, dividend, dividend_value, SLEAVE_SITE_HERE);
  const Word by = used_word(bits, divisor, divisor_value, SLEAVE_SITE_HERE);
  const Word smallest = equal(what, constant(bits, sleave_uint128{1} << (bits - 1)));
  const Word minus_one = equal(by, constant(bits, ones(bits)));
  learn(SLEAVE_PATH_CONSTRAINT_divisor, binary(SLEAVE_OP_bit_and, smallest, minus_one), SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void __sleave_follow_word(std::uint32_t kind, std::uint32_t bits, std::uint32_t expression,
                                        sleave_uint128 value) {
  if (kind < SLEAVE_PATH_CONSTRAINT_COUNT) {
    learn(static_cast<sleave_path_constraint_kind>(kind), used_word(bits, expression, value, SLEAVE_SITE_HERE),
          SLEAVE_SITE_HERE);
  }
}

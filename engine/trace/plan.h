// Plan: everything one run needs, as the explorer holds it. abi/plan.h is its binary form and explains each field.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "abi/plan.h"
#include "abi/trace.h"
#include "abi/words.h"
#include "engine/base/result.h"

namespace sleave {

struct Plan {
  // For the strategy that made the plan: which of its work items, tasks or runs it is. Not part of the bytes, and not
  // of what the run does.
  std::uint64_t id = 0;
  bool is_audit = false;  // likewise: the run only checks what a search claims, and is not counted

  std::uint32_t record = 0;  // sleave_record_flags
  std::uint32_t flags = 0;   // sleave_plan_flags

  sleave_policy_kind tail_policy = SLEAVE_POLICY_stay;
  std::uint32_t tail_depth = 1;
  std::uint64_t tail_seed = 0;
  std::uint64_t tail_length = 0;
  std::uint64_t tail_threads = 0;  // a set, by bit
  std::uint64_t tail_events = 0;
  std::uint64_t tail_alike = 0;  // a set, likewise

  std::uint64_t max_events = 1'000'000;
  std::uint64_t quiet_events = 100'000;
  std::uint64_t hang_cpu_ms = 5'000;
  std::uint64_t spin_repeats = 16;

  // Threads by spawn path; entry 0, if any, is main. Decisions refer to them, and a fork-isolated target prepares them.
  std::vector<sleave_plan_thread> threads;
  std::vector<sleave_decision> decisions;

  // What the tail may choose besides threads, by sleave_choice_kind.
  std::array<sleave_plan_choice, SLEAVE_CHOICE_ROOM> choices{};

  struct Input {
    std::uint64_t name = 0;
    std::vector<std::byte> bytes;
    bool operator==(const Input&) const = default;
  };
  std::vector<Input> inputs;

  std::vector<sleave_site> sites;  // whose plain accesses are scheduling points
  // Of the tail: the parameters of surw and feedback.
  std::vector<sleave_location> objects;
  std::vector<std::uint32_t> weights;  // by plan thread
  std::vector<sleave_plan_relation> relations;

  std::vector<sleave_plan_aside> asides;  // failures that do not end the run
  std::vector<sleave_plan_order> orders;  // of atomics, in place of the program's own

  std::uint32_t stop_at_race = 0;  // the run's n-th data race ends it as a finding; 0: none does
  std::uint32_t decided_events = 0;
};

// Whether two plans have the same bytes, and so the same run.
bool same_plan(const Plan& a, const Plan& b);

// The bytes of abi/plan.h.
std::vector<std::byte> serialize(const Plan& plan);

// Checks magic, version, bounds, thread references and enum values; the bytes may come from anywhere.
Result<Plan> parse_plan(std::span<const std::byte> bytes);

}  // namespace sleave

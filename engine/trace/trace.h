// Trace: a checked copy of what one run wrote (abi/trace.h explains each field).
//
// The target may have written anything into the shared memory. read_trace() copies first and then checks the copy:
// sections inside the memory, counts within capacities, thread, module and stack indices in range, strings ended, enums
// known. So the indices in a Trace are safe to use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "abi/plan.h"
#include "abi/trace.h"
#include "abi/words.h"
#include "engine/base/result.h"
#include "engine/trace/plan.h"

namespace sleave {

struct Trace {
  sleave_trace header{};  // sections' offsets are meaningless in the copy
  std::vector<sleave_event> events;
  std::vector<sleave_trace_thread> threads;
  std::vector<sleave_trace_held> held;
  std::vector<sleave_trace_module> modules;
  std::vector<sleave_site> stacks;
  std::vector<sleave_trace_uncontrolled> uncontrolled;
  std::vector<std::uint8_t> edges;
  std::vector<sleave_trace_race> races;
  std::vector<sleave_trace_choice> choices;
  std::vector<sleave_trace_contact> contacts;
  std::vector<sleave_trace_pair> pairs;
  std::vector<sleave_trace_input> inputs;
  std::vector<std::uint8_t> input_bytes;
  std::vector<sleave_trace_expression> expressions;
  std::vector<sleave_trace_path_constraint> path_constraints;
  std::vector<sleave_trace_concretization> concretizations;

  [[nodiscard]] sleave_outcome_kind outcome() const { return static_cast<sleave_outcome_kind>(header.outcome); }
  [[nodiscard]] sleave_finding_kind finding() const { return static_cast<sleave_finding_kind>(header.finding); }
  [[nodiscard]] std::string message() const { return header.message; }

  // Frames of a stack, innermost first; empty for SLEAVE_NO_STACK.
  [[nodiscard]] std::span<const sleave_site> stack(std::uint32_t index) const;

  // Where the frame pointer of each of these frames points, as a sleave_location; 0: unknown.
  [[nodiscard]] std::span<const std::uint64_t> frame_pointers(std::uint32_t index) const;

  // How much is seen of the program's own code.
  [[nodiscard]] sleave_sight sight() const;

  // Whether a module has this sight.
  [[nodiscard]] bool has_module_with(sleave_sight sight) const;

  // "main", "T1", "T2": T and the creation order in this run.
  [[nodiscard]] std::string thread_label(std::uint32_t thread) const;
};

// How much of the trace to copy. A sampling loop wants the outcome only.
enum class Detail { outcome, full };

Result<Trace> read_trace(std::span<const std::byte> memory, Detail detail);

// The same with a copy of its header that the caller has looked at already: memory that the target shares may change.
Result<Trace> read_trace(const sleave_trace& header, std::span<const std::byte> memory, Detail detail);

// The same in place of what `trace` held, whose memory is used again; meaningless after an error. `modules` are those
// of a trace that has none of its own.
Status read_trace_into(Trace& trace, const sleave_trace& header, std::span<const std::byte> memory, Detail detail,
                       std::span<const sleave_trace_module> modules);

// The plan that repeats a recorded run decision by decision: one switch_to for every context switch in
// `trace` (recorded with SLEAVE_RECORD_POINTS) and one decision for every other choice it took, the inputs it had, the
// rest of `original` unchanged, tail policy `stay`, which makes no choices of its own.
Plan plan_from_trace(const Trace& trace, const Plan& original);

// The first difference between two recorded runs.
struct Difference {
  std::uint64_t step = 0;  // index into the events of both
  bool in_a = false;       // a has an event at `step`
  bool in_b = false;
};

// Compares event by event. With `same_binary` sites and values count; without it only thread, kind, flags and the space
// of the location do, because code and globals may have moved. Returns false if there is none.
bool first_difference(const Trace& a, const Trace& b, bool same_binary, Difference& difference);

}  // namespace sleave

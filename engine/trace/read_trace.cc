#include <cstring>

#include "engine/trace/check.h"
#include "engine/trace/trace.h"

namespace sleave {
namespace {

Error damaged(const std::string& what) { return {Tier::environment, "the trace is damaged: " + what}; }

// Copies what `section`, itself a copy, describes; false if it does not lie inside the memory.
template <typename T>
bool copy_section(std::span<const std::byte> memory, const sleave_section& section, std::vector<T>& items) {
  if (section.offset > memory.size()) return false;
  if (section.capacity > (memory.size() - section.offset) / sizeof(T) || section.count > section.capacity) return false;
  items.resize(section.count);
  if (section.count != 0) std::memcpy(items.data(), memory.data() + section.offset, section.count * sizeof(T));
  return true;
}

bool copy_sections(std::span<const std::byte> memory, Detail detail, Trace& trace) {
  const sleave_section* sections = trace.header.sections;
  const bool common = copy_section(memory, sections[SLEAVE_SECTION_THREADS], trace.threads) &&
                      copy_section(memory, sections[SLEAVE_SECTION_MODULES], trace.modules) &&
                      copy_section(memory, sections[SLEAVE_SECTION_UNCONTROLLED], trace.uncontrolled) &&
                      copy_section(memory, sections[SLEAVE_SECTION_EDGES], trace.edges) &&
                      copy_section(memory, sections[SLEAVE_SECTION_RACES], trace.races) &&
                      copy_section(memory, sections[SLEAVE_SECTION_CHOICES], trace.choices) &&
                      copy_section(memory, sections[SLEAVE_SECTION_CONTACTS], trace.contacts) &&
                      copy_section(memory, sections[SLEAVE_SECTION_PAIRS], trace.pairs) &&
                      copy_section(memory, sections[SLEAVE_SECTION_INPUTS], trace.inputs) &&
                      copy_section(memory, sections[SLEAVE_SECTION_INPUT_BYTES], trace.input_bytes) &&
                      copy_section(memory, sections[SLEAVE_SECTION_EXPRESSIONS], trace.expressions) &&
                      copy_section(memory, sections[SLEAVE_SECTION_PATH_CONSTRAINTS], trace.path_constraints) &&
                      copy_section(memory, sections[SLEAVE_SECTION_CONCRETIZATIONS], trace.concretizations);
  if (detail == Detail::outcome) {
    trace.events.clear();
    trace.held.clear();
    trace.stacks.clear();
  }
  if (!common || detail == Detail::outcome) return common;
  return copy_section(memory, sections[SLEAVE_SECTION_EVENTS], trace.events) &&
         copy_section(memory, sections[SLEAVE_SECTION_HELD], trace.held) &&
         copy_section(memory, sections[SLEAVE_SECTION_STACKS], trace.stacks);
}

// What points into sections that were not copied.
void forget_stacks(Trace& trace) {
  trace.header.finding_stack = SLEAVE_NO_STACK;
  for (sleave_trace_thread& thread : trace.threads) thread.create_stack = thread.final_stack = SLEAVE_NO_STACK;
}

// Threads and modules are written when a run ends. In one that did not get there (killed, or another program took its
// place) whatever refers to them means nothing yet; that is no damage.
void forget_what_was_cut_off(Trace& trace) {
  if (trace.header.outcome != SLEAVE_OUTCOME_unfinished || !trace.modules.empty()) return;
  trace.uncontrolled.clear();
  trace.races.clear();
  trace.choices.clear();
  trace.contacts.clear();
  trace.pairs.clear();
  trace.inputs.clear();
  trace.path_constraints.clear();
  trace.concretizations.clear();
  trace.events.clear();
  trace.held.clear();
}

void end_strings(Trace& trace) {
  trace.header.message[sizeof trace.header.message - 1] = 0;
  for (sleave_trace_thread& thread : trace.threads) thread.name[sizeof thread.name - 1] = 0;
  for (sleave_trace_input& input : trace.inputs) input.text[sizeof input.text - 1] = 0;
  for (sleave_trace_module& module : trace.modules) module.path[sizeof module.path - 1] = 0;
}

}  // namespace

Result<Trace> read_trace(std::span<const std::byte> memory, Detail detail) {
  sleave_trace header;
  if (memory.size() < sizeof header) return damaged("too short");
  std::memcpy(&header, memory.data(), sizeof header);
  return read_trace(header, memory, detail);
}

Result<Trace> read_trace(const sleave_trace& header, std::span<const std::byte> memory, Detail detail) {
  Trace trace;
  if (Status done = read_trace_into(trace, header, memory, detail, {}); !done) return done.error();
  return trace;
}

Status read_trace_into(Trace& trace, const sleave_trace& header, std::span<const std::byte> memory, Detail detail,
                       std::span<const sleave_trace_module> modules) {
  trace.header = header;
  if (trace.header.magic != SLEAVE_TRACE_MAGIC) return damaged("it does not begin as a trace does");
  if (trace.header.version != SLEAVE_TRACE_VERSION) {
    return damaged("version " + std::to_string(trace.header.version) + " is unknown");
  }
  if (!copy_sections(memory, detail, trace)) return damaged("a section lies outside of it");
  if (trace.modules.empty()) trace.modules.assign(modules.begin(), modules.end());
  if (detail == Detail::outcome) forget_stacks(trace);
  forget_what_was_cut_off(trace);
  // A target that died before it had any thread to tell about.
  if (trace.threads.empty() && trace.header.thread == 0) trace.header.thread = SLEAVE_NO_THREAD;
  if (trace.threads.empty() && trace.header.diverged_thread == 0) trace.header.diverged_thread = SLEAVE_NO_THREAD;
  end_strings(trace);
  if (const std::string problem = trace_problem(trace); !problem.empty()) return damaged(problem);
  return ok();
}

}  // namespace sleave

#include "engine/analyze/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>

#include "abi/calls/intercepts.h"
#include "abi/words.h"
#include "engine/analyze/contention.h"
#include "engine/analyze/culprits.h"
#include "engine/analyze/interleaving.h"
#include "engine/analyze/links.h"
#include "engine/analyze/names/input_text.h"
#include "engine/analyze/names/object_names.h"
#include "engine/analyze/names/place.h"
#include "engine/analyze/race_accesses.h"
#include "engine/analyze/words/event_text.h"
#include "engine/analyze/words/final_steps.h"
#include "engine/analyze/words/waits.h"
#include "engine/find/escape_text.h"
#include "engine/find/symbols/code_origin.h"
#include "engine/find/symbols/readable_name.h"
#include "engine/trace/livelock.h"
#include "engine/trace/schedule.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

constexpr std::size_t kMostRows = 60;  // about one screen and a half

// Everything the parts of a finding are made from.
struct FindingContext {
  const Trace& trace;
  Symbolizer& symbolizer;
  ObjectNames names;
  WaitGraph waits;
};

const char* state_word(const sleave_trace_thread& thread) {
  if (thread.state == SLEAVE_THREAD_ENABLED && thread.pending_kind == SLEAVE_EV_thread_start) return "not started yet";
  if (thread.state == SLEAVE_THREAD_ENABLED && thread.pending_kind == SLEAVE_EV_thread_exit) return "about to end";
  switch (thread.state) {
    case SLEAVE_THREAD_ENABLED:
      return "running";
    case SLEAVE_THREAD_BLOCKED:
      return "blocked";
    case SLEAVE_THREAD_TIMED:
      return "sleeping";
    default:
      return "ended";
  }
}

bool stopped_by_signal(const Trace& trace) {
  return trace.finding() == SLEAVE_FIND_crash || trace.finding() == SLEAVE_FIND_endless_loop;
}

// The runtime has no demangler: it ends the message with the exception's type as the compiler names it.
std::string with_readable_type(std::string text) {
  constexpr std::string_view kBefore = "exception of type ";
  const std::size_t at = text.find(kBefore);
  if (at == std::string::npos) return text;
  return text.substr(0, at + kBefore.size()) + readable_type(text.substr(at + kBefore.size()));
}

std::string message(const Trace& trace) {
  if (trace.finding() == SLEAVE_FIND_terminate) return with_readable_type(trace.message());
  if (!trace.message().empty()) return trace.message();
  if (trace.finding() == SLEAVE_FIND_crash) {
    const char* name = sigabbrev_np(trace.header.signal);
    return fmt::format("signal {} (SIG{}) at address 0x{:x}", trace.header.signal, name != nullptr ? name : "?",
                       trace.header.fault_address);
  }
  if (trace.finding() == SLEAVE_FIND_exit_code) return fmt::format("exit code {}", trace.header.exit_code);
  return "";
}

// A deadlock belongs to no thread alone: the report takes the first one on its cycle.
std::uint32_t failing_thread(const FindingContext& context) {
  const bool deadlock = context.trace.finding() == SLEAVE_FIND_deadlock;
  if (deadlock && !context.waits.cycle.empty()) return context.waits.cycle.front();
  if (deadlock && !context.waits.causes.empty()) return context.waits.causes.front();
  return context.trace.header.thread < context.trace.threads.size() ? context.trace.header.thread : 0;
}

Stack failing_stack(const FindingContext& context, std::uint32_t thread) {
  const Trace& trace = context.trace;
  const bool signal = stopped_by_signal(trace);
  if (trace.finding() != SLEAVE_FIND_deadlock && trace.header.finding_stack != SLEAVE_NO_STACK) {
    const Stack stack = context.symbolizer.stack(trace, trace.header.finding_stack, signal);
    return trim(stack, signal ? Top::library : Top::program);
  }
  if (thread >= trace.threads.size()) return {};
  return trim(context.symbolizer.stack(trace, trace.threads[thread].final_stack), Top::program);
}

// A stack, or the frames of its innermost site where no stack was recorded.
Stack stack_or_site(const FindingContext& context, std::uint32_t stack, sleave_site site) {
  if (stack != SLEAVE_NO_STACK) return trim(context.symbolizer.stack(context.trace, stack), Top::program);
  return site != 0 ? trim(context.symbolizer.frames(context.trace, site), Top::program) : Stack{};
}

FindingThread make_thread(FindingContext& context, std::uint32_t index) {
  const sleave_trace_thread& entry = context.trace.threads[index];
  FindingThread thread;
  thread.label = context.trace.thread_label(index);
  thread.name = entry.name;
  if (entry.parent < context.trace.threads.size()) {
    thread.parent = context.trace.thread_label(entry.parent);
    thread.created_at = stack_or_site(context, entry.create_stack, entry.create_site);
  }
  thread.state = state_word(entry);
  for (const Wait& wait : context.waits.waits) {
    if (wait.thread == index) thread.waits_for = wait_text(context.trace, wait, context.names);
  }
  if (entry.state != SLEAVE_THREAD_DONE) thread.stack = stack_or_site(context, entry.final_stack, entry.pending_site);
  return thread;
}

FindingLock make_lock(FindingContext& context, const sleave_trace_held& held) {
  const Category category = held.mode == 0 ? Category::mutex : Category::rwlock;
  return {context.trace.thread_label(held.thread),
          context.names.name(held.location, category, context.trace.events.size()),
          stack_or_site(context, held.stack, held.site)};
}

std::string race_text(const Trace& trace, const std::vector<FindingAccess>& accesses) {
  const auto side = [&](const FindingAccess& access) {
    return fmt::format("{} of {} by {}", access.title, access.object, trace.thread_label(access.thread));
  };
  return fmt::format("{}, unordered with: {}", side(accesses[0]), side(accesses[1]));
}

std::vector<std::string> races_before(const Trace& trace, Symbolizer& symbolizer) {
  std::vector<std::string> races;
  for (const sleave_trace_race& race : trace.races) {
    const std::string signature = race_signature(trace, race, symbolizer);
    if (std::find(races.begin(), races.end(), signature) == races.end()) races.push_back(signature);
  }
  return races;
}

std::string uncontrolled_text(const FindingContext& context, const sleave_trace_uncontrolled& call) {
  const Stack stack = context.symbolizer.frames(context.trace, call.first_site);
  const Frame* frame = innermost_own(stack);
  return fmt::format("{}, called {} time{}, first by {} at {}", escape_name(call), call.count,
                     call.count == 1 ? "" : "s", context.trace.thread_label(call.thread),
                     place_text(frame != nullptr ? *frame : Frame{}));
}

// What the run chose besides threads. Values of 0 are what happens anyway.
std::vector<std::string> choices_taken(const Trace& trace) {
  std::vector<std::string> words;
  for (std::uint32_t kind = 0; kind < SLEAVE_CHOICE_COUNT; ++kind) {
    const auto taken = [&](const sleave_trace_choice& choice) { return choice.kind == kind && choice.value != 0; };
    if (choice_words(kind)[0] == 0) continue;
    if (std::any_of(trace.choices.begin(), trace.choices.end(), taken)) words.emplace_back(choice_words(kind));
  }
  return words;
}

FindingStep make_step(FindingContext& context, const Row& row) {
  const sleave_event& event = context.trace.events[row.event];
  return {.index = row.event,
          .thread = event.thread,
          .text = event_text(context.trace, row.event, context.names),
          .where = event_place(context.trace, row.event, context.symbolizer),
          .after_switch = false,
          .key = row.key,
          .unfinished = false,
          .repeats = row.repeats,
          .period = row.period,
          .left_out = row.left_out,
          .object = accessed_object(event, row.event, context.names),
          .value = value_after(context.trace, row.event, context.names)};
}

void add_steps(FindingContext& context, const std::vector<std::uint64_t>& named, Finding& finding) {
  const std::vector<bool> contended = contended_events(context.trace);
  std::vector<std::uint64_t> culprits = culprit_events(context.trace, context.waits, contended);
  culprits.insert(culprits.end(), named.begin(), named.end());
  std::sort(culprits.begin(), culprits.end());
  for (const Row& row : choose_rows(context.trace, contended, culprits, kMostRows)) {
    finding.steps.push_back(make_step(context, row));
    finding.steps_left_out += row.left_out;
  }
  const Frame* innermost = innermost_own(finding.stack);
  const Frame place = innermost != nullptr ? *innermost : Frame{};
  for (FindingStep& step : final_steps(context.trace, context.waits, context.names, context.symbolizer)) {
    if (step.where.function.empty() && step.where.file.empty()) step.where = place;
    finding.steps.push_back(std::move(step));
  }
  for (std::size_t i = 1; i < finding.steps.size(); ++i) {
    finding.steps[i].after_switch = finding.steps[i].thread != finding.steps[i - 1].thread;
  }
  finding.links = step_links(context.trace, finding.steps);
}

// Of a run without progress the going round does not count: how long that lasts is the runtime's patience.
void add_counts(const Trace& trace, Finding& finding) {
  for (const sleave_event& event : std::span(trace.events).first(events_before_livelock(trace))) {
    finding.events += is_point(event.kind) ? 1 : 0;
    finding.switches += (event.flags & SLEAVE_EVENT_SWITCHED) != 0 ? 1 : 0;
    finding.preemptions += (event.flags & SLEAVE_EVENT_PREEMPTED) != 0 ? 1 : 0;
  }
  if (trace.finding() == SLEAVE_FIND_no_progress) return;
  finding.events = trace.header.events;  // also those that did not fit into the record
  finding.switches = trace.header.switches;
}

// Whether the steps that belong to such a failure are only a guess: the last value that the failing thread read.
bool is_guessed(std::uint32_t finding) {
  return finding == SLEAVE_FIND_crash || finding == SLEAVE_FIND_assertion || finding == SLEAVE_FIND_abort ||
         finding == SLEAVE_FIND_terminate;
}

bool is_chosen(const FindingStep& step, const Trace& trace) {
  return step.index < trace.events.size() && (trace.events[step.index].flags & SLEAVE_EVENT_CHOSEN) != 0;
}

}  // namespace

void mark_cause(Finding& finding, const Trace& trace) {
  if (!finding.cause.tried) return;
  for (FindingStep& step : finding.steps) {
    if (is_guessed(trace.header.finding) && !step.unfinished) step.key = is_chosen(step, trace);
  }
  for (const std::uint32_t step : finding.cause.steps) finding.steps[step].key = true;
}

Finding build_finding(const Trace& trace, Symbolizer& symbolizer, const std::vector<std::uint64_t>& named) {
  FindingContext context{trace, symbolizer, ObjectNames(trace, symbolizer), wait_graph(trace)};
  Finding finding;
  finding.kind = finding_name(trace.header.finding);
  finding.title = finding_title(trace.header.finding);
  finding.message = message(trace);
  finding.signature = failure_signature(trace, symbolizer);
  finding.needs = choices_taken(trace);
  finding.inputs = finding_inputs(trace);
  add_counts(trace, finding);
  finding.thread = failing_thread(context);
  finding.stack = failing_stack(context, finding.thread);
  add_steps(context, named, finding);  // first, so that objects are numbered in the order of the table
  if (trace.finding() == SLEAVE_FIND_data_race && !trace.races.empty()) {
    finding.accesses = race_accesses(trace, context.names, symbolizer);
    finding.explanation = race_text(trace, finding.accesses);
  }
  if (trace.finding() == SLEAVE_FIND_deadlock) {
    finding.explanation = deadlock_text(trace, context.waits, context.names, symbolizer);
    // A client has judged it: which call waits, and which calls there were.
    if (has_client(trace)) finding.explanation += "\n" + trace.message();
  }
  if (trace.finding() != SLEAVE_FIND_data_race) finding.races = races_before(trace, symbolizer);
  for (std::uint32_t i = 0; i < trace.threads.size(); ++i) finding.threads.push_back(make_thread(context, i));
  for (const auto& held : trace.held) finding.locks.push_back(make_lock(context, held));
  for (const auto& call : trace.uncontrolled) {
    if (is_listed(call)) finding.uncontrolled.push_back(uncontrolled_text(context, call));
  }
  finding.objects = context.names.objects();
  return finding;
}

}  // namespace sleave

#include "engine/trace/schedule.h"

#include <map>
#include <tuple>
#include <utility>

#include "abi/words.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

// Thread of the point before each choice, SLEAVE_NO_THREAD at the beginning.
std::vector<std::uint32_t> threads_before_choices(const Trace& trace) {
  std::vector<std::uint32_t> points;
  for (const sleave_event& event : trace.events) {
    if (is_point(event.kind)) points.push_back(event.thread);
  }
  std::vector<std::uint32_t> before;
  for (const sleave_trace_choice& choice : trace.choices) {
    const bool known = choice.position > 0 && choice.position <= points.size();
    before.push_back(known ? points[choice.position - 1] : SLEAVE_NO_THREAD);
  }
  return before;
}

// Asked when the operation is carried out, and not as its thread comes to it.
bool is_asked_late(std::uint16_t kind) {
  return kind == SLEAVE_CHOICE_wake || kind == SLEAVE_CHOICE_fail || kind == SLEAVE_CHOICE_try_fail ||
         kind == SLEAVE_CHOICE_short || kind == SLEAVE_CHOICE_client;
}

// Puts the decisions of a schedule together, thread by thread.
class Writer {
 public:
  explicit Writer(const Schedule& schedule) {
    for (const Schedule::Choice& choice : schedule.choices) {
      choices_[{choice.thread, choice.index, choice.early}].push_back(choice);
    }
  }

  void point(std::uint32_t thread) {
    add_choices(thread, true);
    add_choices(thread, false);
    ++executed_[thread];
  }

  void leave(std::uint32_t from, std::uint32_t to) {
    add_choices(from, true);
    add(from, SLEAVE_CHOICE_switch_to, to);
  }

  void end(std::uint32_t thread) {
    add_choices(thread, true);
    add_choices(thread, false);
  }

  std::vector<sleave_decision> take() { return std::move(decisions_); }

 private:
  void add(std::uint32_t thread, std::uint16_t kind, std::uint64_t value) {
    decisions_.push_back(
        {.thread = thread, .kind = kind, .expect = SLEAVE_EV_COUNT, .index = executed_[thread], .value = value});
  }

  // Each at most once: taken out of the table.
  void add_choices(std::uint32_t thread, bool early) {
    if (choices_.empty()) return;
    const auto here = choices_.find({thread, executed_[thread], early});
    if (here == choices_.end()) return;
    for (const Schedule::Choice& choice : here->second) add(thread, choice.kind, choice.value);
    choices_.erase(here);
  }

  std::map<std::tuple<std::uint32_t, std::uint64_t, bool>, std::vector<Schedule::Choice>> choices_;
  std::map<std::uint32_t, std::uint64_t> executed_;
  std::vector<sleave_decision> decisions_;
};

}  // namespace

bool fails_while_running(const Trace& trace) {
  return trace.outcome() == SLEAVE_OUTCOME_failed && trace.finding() != SLEAVE_FIND_deadlock &&
         trace.finding() != SLEAVE_FIND_no_progress;
}

Schedule schedule_of(const Trace& trace) {
  Schedule schedule;
  for (const sleave_event& event : trace.events) {
    if (is_point(event.kind)) schedule.segments.push_back({event.thread, 1});
  }
  // It ran once more, up to its failure.
  if (fails_while_running(trace)) schedule.segments.push_back({trace.header.thread, 0});
  normalize(schedule.segments);
  const std::vector<std::uint32_t> before = threads_before_choices(trace);
  for (std::size_t i = 0; i < trace.choices.size(); ++i) {
    const sleave_trace_choice& choice = trace.choices[i];
    if (choice.kind == SLEAVE_CHOICE_reuse) continue;
    const bool early = before[i] == choice.thread && !is_asked_late(choice.kind);
    schedule.choices.push_back({choice.thread, choice.kind, choice.index, choice.value, early});
  }
  return schedule;
}

void normalize(std::vector<Schedule::Segment>& segments) {
  std::vector<Schedule::Segment> joined;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const bool last = i + 1 == segments.size();
    if (!joined.empty() && joined.back().thread == segments[i].thread) {
      joined.back().points += segments[i].points;
    } else if (segments[i].points != 0 || last) {
      joined.push_back(segments[i]);
    }
  }
  segments = std::move(joined);
}

std::vector<sleave_decision> decisions_of(const Schedule& schedule) {
  Writer writer(schedule);
  for (std::size_t i = 0; i < schedule.segments.size(); ++i) {
    const Schedule::Segment& segment = schedule.segments[i];
    for (std::uint64_t point = 0; point < segment.points; ++point) writer.point(segment.thread);
    if (i + 1 == schedule.segments.size()) {
      writer.end(segment.thread);
    } else {
      writer.leave(segment.thread, schedule.segments[i + 1].thread);
    }
  }
  return writer.take();
}

// Main chooses before it creates a thread, so no switch comes in between.
std::vector<sleave_decision> client_decisions(const Trace& trace) {
  std::vector<sleave_decision> decisions;
  for (const sleave_trace_choice& choice : trace.choices) {
    if (choice.kind != SLEAVE_CHOICE_client || choice.value == 0) continue;
    decisions.push_back({choice.thread, choice.kind, SLEAVE_EV_COUNT, choice.index, choice.value});
  }
  return decisions;
}

bool has_client(const Trace& trace) { return trace.header.opportunities[SLEAVE_CHOICE_client] != 0; }

}  // namespace sleave

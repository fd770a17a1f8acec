#include "engine/minimize/cause/cause_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <iterator>
#include <utility>
#include <vector>

#include "abi/words.h"
#include "engine/analyze/names/object_names.h"
#include "engine/analyze/names/place.h"
#include "engine/analyze/words/event_text.h"
#include "engine/find/symbols/code_origin.h"
#include "engine/trace/event_kinds.h"
#include "engine/trace/schedule.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

// What one thread does to data; other operations have their words in events.def.
const char* access_word(std::uint32_t kind) {
  switch (kind) {
    case SLEAVE_EV_atomic_load:
      return "load";
    case SLEAVE_EV_atomic_store:
      return "store";
    case SLEAVE_EV_atomic_rmw:
      return "update";
    case SLEAVE_EV_atomic_cas:
      return "CAS";
    case SLEAVE_EV_visible_write:
      return "write";
    default:
      return "read";
  }
}

// Those whose words in events.def are no verb with an object.
const char* plain_noun(std::uint32_t kind) {
  switch (kind) {
    case SLEAVE_EV_thread_start:
      return "start";
    case SLEAVE_EV_thread_exit:
      return "end";
    case SLEAVE_EV_process_exit:
      return "exit of the program";
    case SLEAVE_EV_fence:
      return "fence";
    case SLEAVE_EV_signal_take:
      return "handling of a signal";
    case SLEAVE_EV_signal_pause:
    case SLEAVE_EV_signal_wait:
      return "wait for a signal";
    case SLEAVE_EV_process_signal:
      return "signal to the program";
    default:
      return nullptr;
  }
}

class Words {
 public:
  Words(const Finding& finding, const Trace& reported, const std::vector<Trace>& others, Symbolizer& symbolizer)
      : finding_(finding),
        reported_(reported),
        symbolizer_(symbolizer),
        moments_(reported),
        names_(reported, symbolizer) {
    for (const Trace& other : others) others_.emplace_back(&other, Moments(other, reported));
    // Names are numbered in the order of asking: first as the finding did.
    for (const FindingStep& step : finding.steps) {
      if (!step.unfinished && step.index < reported.events.size()) event_text(reported, step.index, names_);
      if (step.unfinished && step.thread < reported.threads.size()) pending_text(reported, step.thread, names_);
    }
  }

  // The steps of the finding that the orderings name, in order.
  std::vector<std::uint32_t> steps_of(const std::vector<Ordering>& orderings) const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < finding_.steps.size(); ++i) {
      const auto is_it = [&](const Moment& moment) { return is_at(finding_.steps[i], moment); };
      const bool named = std::any_of(orderings.begin(), orderings.end(), [&](const Ordering& ordering) {
        return is_it(ordering.first) || is_it(ordering.second);
      });
      if (named) found.push_back(i);
    }
    return found;
  }

  // Its event in the reported run; behind all of them if that run did not come to it.
  [[nodiscard]] std::uint64_t when(const Moment& moment) const {
    return moments_.find(moment).value_or(reported_.events.size());
  }

  std::string event(std::uint64_t index) {
    const std::vector<Moments::Point>& all = moments_.points();
    const auto point = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.event == index; });
    return point == all.end() ? "an operation" : owned(point->moment);
  }

  std::string comes_before(const Ordering& ordering) {
    return fmt::format("{} comes before {}", owned(ordering.first), owned(ordering.second));
  }

  // `middle` stands between two operations of one thread.
  std::string comes_between(const Moment& before, const Moment& middle, const Moment& after) {
    return fmt::format("{} comes between {} and its {}", owned(middle), owned(before), operation(after));
  }

 private:
  [[nodiscard]] bool is_at(const FindingStep& step, const Moment& moment) const {
    if (!step.unfinished) return moments_.find(moment) == step.index;
    return finding_.threads[step.thread].label == reported_.thread_label(moment.thread) && is_pending(moment);
  }

  [[nodiscard]] bool is_pending(const Moment& moment) const {
    const auto pending = moments_.pending().find(moment.thread);
    return pending != moments_.pending().end() && pending->second == moment;
  }

  // Where it happened: in the reported run or, if that did not come to it, in another.
  struct Occurrence {
    const Trace* run = nullptr;
    std::optional<std::uint64_t> event{};  // nothing: the reported run was about to do it
  };
  [[nodiscard]] Occurrence occurrence(const Moment& moment) const {
    const std::optional<std::uint64_t> event = moments_.find(moment);
    if (event || is_pending(moment)) return {&reported_, event};
    for (const auto& [run, moments] : others_) {
      if (const std::optional<std::uint64_t> there = moments.find(moment)) return {run, there};
    }
    return {&reported_};
  }

  std::string owned(const Moment& moment) {
    return fmt::format("{}'s {}", reported_.thread_label(moment.thread), operation(moment));
  }

  // "store of head (queue.h:41)"
  std::string operation(const Moment& moment) {
    if (const std::optional<std::string> next = instead_of_start(moment)) return *next;
    const Occurrence found = occurrence(moment);
    const Frame frame = found.event ? event_place(*found.run, *found.event, symbolizer_)
                                    : pending_place(reported_, moment.thread, symbolizer_);
    const Frame caller = found.event ? calling_place(*found.run, *found.event, symbolizer_) : Frame{};
    return which(moment) + what(moment, found) + in_parentheses(frame, caller);
  }

  // "(queue.h:41)", "(mutex.hpp:51 for client.cc:13)"
  static std::string in_parentheses(const Frame& frame, const Frame& caller = {}) {
    const bool placed = !frame.file.empty() || !frame.function.empty();
    if (!placed) return "";
    return caller.file.empty() ? fmt::format(" ({})", place_text(frame))
                               : fmt::format(" ({} for {})", place_text(frame), place_text(caller));
  }

  // A thread that starts goes on to its next point. Where that is no step of the run, because it fails there or waits,
  // it says more than the start.
  std::optional<std::string> instead_of_start(const Moment& moment) {
    if (moment.kind != SLEAVE_EV_thread_start || last_of(moment.thread) != moment) return std::nullopt;
    if (fails_while_running(reported_) && reported_.header.thread == moment.thread) {
      const Frame* frame = innermost_own(finding_.stack);
      return "failure" + in_parentheses(frame != nullptr ? *frame : Frame{});
    }
    const auto pending = moments_.pending().find(moment.thread);
    const bool waits = reported_.threads[moment.thread].state == SLEAVE_THREAD_BLOCKED;
    if (!waits || pending == moments_.pending().end()) return std::nullopt;
    return "attempt at " + operation(pending->second);
  }

  [[nodiscard]] std::optional<Moment> last_of(std::uint32_t thread) const {
    const std::vector<Moments::Point>& all = moments_.points();
    const auto last =
        std::find_if(all.rbegin(), all.rend(), [&](const auto& point) { return point.moment.thread == thread; });
    return last == all.rend() ? std::nullopt : std::optional(last->moment);
  }

  // "second " if the thread does the same there more than once.
  std::string which(const Moment& moment) {
    Moment next = moment;
    ++next.occurrence;
    const auto repeats = [&](const auto& other) { return other.second.find(next).has_value(); };
    const bool once = !moments_.find(next) && std::none_of(others_.begin(), others_.end(), repeats);
    if (moment.occurrence == 0 && once) return "";
    constexpr const char* kNumbers[] = {"first", "second", "third"};
    if (moment.occurrence < std::size(kNumbers)) return std::string(kNumbers[moment.occurrence]) + " ";
    const std::string number = std::to_string(moment.occurrence + 1);
    return moment.occurrence < 20 ? number + "th " : "no. " + number + " ";
  }

  std::string what(const Moment& moment, const Occurrence& found) {
    if (const char* noun = plain_noun(moment.kind)) return noun;
    const bool data = is_data_access(moment.kind);
    std::string verb = data ? access_word(moment.kind) : event_verb(moment.kind);
    if (verb == "woken by") verb = "wake-up by";
    if (verb.empty()) return fmt::format("step '{}'", event_words(moment.kind));
    const bool one_word = verb.find(' ') == std::string::npos;
    return fmt::format("{} {}{}", verb, one_word ? "of " : "", object(moment, found));
  }

  std::string object(const Moment& moment, const Occurrence& found) {
    const sleave_event* event = found.event ? &found.run->events[*found.event] : nullptr;
    const sleave_location location =
        event != nullptr ? event->location : reported_.threads[moment.thread].pending_location;
    const Category what = category(moment.kind);
    const bool reported = event != nullptr && found.run == &reported_;
    if (what != Category::thread) return names_.name(location, what, reported ? *found.event : reported_.events.size());
    const std::uint64_t thread = event != nullptr ? subject_thread(*event) : SLEAVE_LOCATION_OFFSET(location);
    return thread < reported_.threads.size() ? reported_.thread_label(static_cast<std::uint32_t>(thread)) : "a thread";
  }

  const Finding& finding_;
  const Trace& reported_;
  Symbolizer& symbolizer_;
  Moments moments_;
  std::vector<std::pair<const Trace*, Moments>> others_;
  ObjectNames names_;
};

// One part of the explanation. `begin` and `end`: the first and last event that it names.
struct Clause {
  std::uint64_t begin = 0, end = 0;
  std::string text;

  auto operator<=>(const Clause&) const = default;
};

// Two orderings around an operation of another thread are one clause.
bool encloses(const Ordering& before, const Ordering& after) {
  return before.second == after.first && before.first.thread == after.second.thread;
}

// In the order of the run.
std::vector<Clause> clauses(std::vector<Ordering> parts, Words& words) {
  std::vector<Clause> all;
  while (!parts.empty()) {
    const Ordering part = parts.front();
    parts.erase(parts.begin());
    const auto other = std::find_if(parts.begin(), parts.end(), [&](const Ordering& candidate) {
      return encloses(part, candidate) || encloses(candidate, part);
    });
    if (other == parts.end()) {
      all.push_back({words.when(part.first), words.when(part.second), words.comes_before(part)});
      continue;
    }
    const auto [first, second] = encloses(part, *other) ? std::pair(part, *other) : std::pair(*other, part);
    all.push_back({words.when(first.first), words.when(second.second),
                   words.comes_between(first.first, first.second, second.second)});
    parts.erase(other);
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

std::vector<std::string> name_events(const std::vector<std::uint64_t>& events, const Finding& finding,
                                     const Trace& reported, Symbolizer& symbolizer) {
  Words words(finding, reported, {}, symbolizer);
  std::vector<std::string> names;
  for (const std::uint64_t event : events) names.push_back(words.event(event));
  return names;
}

FindingCause describe(const Cause& cause, const Finding& finding, const Trace& reported, Symbolizer& symbolizer) {
  const Reason<Ordering>& reason = cause.reason;
  Words words(finding, reported, cause.others, symbolizer);
  FindingCause described{.tried = true,
                         .orderings = {},
                         .runs = reason.runs,
                         .failed = reason.failed,
                         .reversed_runs = reason.broken_runs,
                         .reversed_failed = reason.broken_failed,
                         .steps = words.steps_of(reason.parts)};
  for (const Clause& clause : clauses(reason.parts, words)) described.orderings.push_back(clause.text);
  return described;
}

}  // namespace sleave

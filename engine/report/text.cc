#include "engine/report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/counted.h"
#include "engine/find/symbols/readable_name.h"
#include "engine/report/cause_words.h"
#include "engine/report/interleaving_table.h"
#include "engine/report/page.h"

namespace sleave {
namespace {

constexpr std::size_t kMostStacks = 8;  // of other threads than the failing one

std::string thread_name(const FindingThread& thread) {
  return thread.label + (thread.name.empty() ? "" : fmt::format(" '{}'", thread.name));
}

std::string thread_title(const FindingThread& thread) {
  return thread.label == "main" ? "Main thread" : "Thread " + thread_name(thread);
}

std::string capitalized(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string joined(const std::vector<std::string>& parts) { return fmt::format("{}", fmt::join(parts, ", ")); }

// A program's own message may have several lines.
void paragraph(Page& page, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    page.plain(std::string(text.substr(0, end)), 2);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void headline(Page& page, const Finding& finding) {
  page.line("==================");
  const std::string target = finding.target.empty() ? "" : " in " + finding.target;
  page.painted(fmt::format("WARNING: Sleave: {}{}", finding.title, target), 0, Role::warning);
  const std::string& best = finding.explanation.empty() ? finding.message : finding.explanation;
  paragraph(page, best);
  if (!finding.needs.empty()) page.plain("needs: " + joined(finding.needs), 2);
  page.line("");
}

// What makes it fail, and how far that was tried.
void cause(Page& page, const Finding& finding) {
  const std::vector<std::string> parts = cause_parts(finding.cause);
  const std::vector<std::string> counts = cause_counts(finding.cause);
  if (counts.empty()) return;
  if (!parts.empty()) page.painted(cause_claim(finding.cause), 2, Role::warning);
  for (std::size_t i = 0; i < parts.size(); ++i) page.plain(parts[i] + (i + 1 < parts.size() ? ", and" : "."), 4);
  for (const std::string& count : counts) page.plain(count, 2);
  page.line("");
}

// "n", "n (2nd)", "n of T1": no more than it takes to tell inputs apart.
std::string input_name(const Finding& finding, const FindingInput& input) {
  const bool shared = std::any_of(finding.inputs.begin(), finding.inputs.end(), [&](const FindingInput& other) {
    return other.name == input.name && other.thread != input.thread;
  });
  const std::string count = input.ordinal == 0 ? "" : fmt::format(" (number {})", input.ordinal + 1);
  return input.name + count + (shared ? " of " + input.thread : "");
}

void inputs(Page& page, const Finding& finding) {
  if (finding.inputs.empty()) return;
  page.plain("With these inputs:", 2);
  for (const auto& input : finding.inputs) {
    page.plain(fmt::format("{} = {}", input_name(finding, input), input.value), 4);
  }
  page.line("");
}

// What the failing thread did, or what it waits for.
std::string failing_title(const Finding& finding, const FindingThread& thread) {
  if (finding.kind == "deadlock") return fmt::format("{} waits for {}:", thread_title(thread), thread.waits_for);
  if (finding.kind == "no_progress") return fmt::format("{} repeats itself here:", thread_title(thread));
  if (finding.kind == "endless_loop") return fmt::format("{} loops here:", thread_title(thread));
  return fmt::format("{} failed here:", thread_title(thread));
}

bool same_stack(const Stack& a, const Stack& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Frame& x, const Frame& y) {
    return x.function == y.function && x.file == y.file && x.line == y.line && x.offset == y.offset;
  });
}

// Threads that stand at the same place for the same reason.
using Group = std::vector<const FindingThread*>;

std::string group_title(const Group& group) {
  const FindingThread& first = *group.front();
  std::vector<std::string> names;
  for (const auto* thread : group) names.push_back(thread_name(*thread));
  const bool many = group.size() > 1;
  const std::string who = many ? "Threads " + joined(names) : thread_title(first);
  if (!first.waits_for.empty()) return fmt::format("{} wait{} for {}:", who, many ? "" : "s", first.waits_for);
  if (first.stack.empty()) return fmt::format("{} {} {}.", who, many ? "were" : "was", first.state);
  return fmt::format("{} {} here ({}):", who, many ? "were" : "was", first.state);
}

// The threads beside the failing one that have not ended. Those that take part in the failure come first.
std::vector<Group> other_threads(const Finding& finding) {
  std::set<std::uint32_t> key;
  for (const auto& step : finding.steps) {
    if (step.key) key.insert(step.thread);
  }
  std::vector<Group> groups;
  for (const bool wanted : {true, false}) {
    for (std::uint32_t i = 0; i < finding.threads.size(); ++i) {
      const FindingThread& thread = finding.threads[i];
      if (i == finding.thread || thread.state == "ended" || key.contains(i) != wanted) continue;
      const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
        const FindingThread& first = *group.front();
        return first.waits_for == thread.waits_for && first.state == thread.state &&
               same_stack(first.stack, thread.stack);
      });
      same != groups.end() ? same->push_back(&thread) : groups.push_back({&thread});
    }
  }
  return groups;
}

// As in ThreadSanitizer's reports: the access that met the race, then the one it races with.
std::string access_title(const Finding& finding, const FindingAccess& access, bool earlier) {
  const std::string thread = access.thread < finding.threads.size() && finding.threads[access.thread].label != "main"
                                 ? "thread " + thread_name(finding.threads[access.thread])
                                 : "main thread";
  std::string title = access.title;
  if (earlier && !title.empty() && title[0] >= 'A' && title[0] <= 'Z')
    title[0] = static_cast<char>(title[0] - 'A' + 'a');
  const std::string locks = access.locks.empty() ? "" : fmt::format(" (holding {})", joined(access.locks));
  return fmt::format("{}{} at {} by {}{}:", earlier ? "Previous " : "", title, access.object, thread, locks);
}

void accesses(Page& page, const Finding& finding) {
  for (std::size_t i = 0; i < finding.accesses.size(); ++i) {
    page.painted(access_title(finding, finding.accesses[i], i > 0), 2, Role::access);
    page.stack(finding.accesses[i].stack);
    page.line("");
  }
}

void thread_stacks(Page& page, const Finding& finding) {
  const FindingThread none;
  const FindingThread& failing = finding.threads.empty() ? none : finding.threads[finding.thread];
  page.painted(failing_title(finding, failing), 2, Role::access);
  page.stack(finding.stack);
  page.line("");
  const auto groups = other_threads(finding);
  for (std::size_t i = 0; i < std::min(groups.size(), kMostStacks); ++i) {
    page.painted(group_title(groups[i]), 2, Role::access);
    if (!groups[i].front()->stack.empty()) page.stack(groups[i].front()->stack);
    page.line("");
  }
  if (groups.size() > kMostStacks) {
    page.plain(fmt::format("{} more stacks are in finding.json.", groups.size() - kMostStacks), 2);
    page.line("");
  }
}

std::string object_word(const Finding& finding, const std::string& label) {
  for (const auto& object : finding.objects) {
    if (object.label == label) return object.category;
  }
  return "lock";
}

void locks(Page& page, const Finding& finding) {
  for (const auto& lock : finding.locks) {
    page.painted(fmt::format("{} {} acquired by {} here:", capitalized(object_word(finding, lock.object)), lock.object,
                             lock.thread == "main" ? "main thread" : "thread " + lock.thread),
                 2, Role::mutex);
    page.stack(lock.acquired_at);
    page.line("");
  }
}

std::string thread_words(const std::string& label) { return label == "main" ? "main thread" : "thread " + label; }

void freed(Page& page, const FindingObject& object) {
  if (object.freed_by.empty()) return;
  page.painted(fmt::format("{}, freed by {} here:", object.label, thread_words(object.freed_by)), 2, Role::location);
  page.stack(object.freed_at);
}

// Whether a step, or a sentence about the failure, has its label.
bool is_mentioned(const FindingObject& object, const Finding& finding) {
  const auto has_label = [&](const std::string& text) { return text.find(object.label) != std::string::npos; };
  const auto step_has = [&](const FindingStep& step) { return has_label(step.text); };
  return std::any_of(finding.steps.begin(), finding.steps.end(), step_has) || has_label(finding.explanation) ||
         std::any_of(finding.cause.orderings.begin(), finding.cause.orderings.end(), has_label);
}

// A shorter report leaves out objects that only occur in steps that it leaves out.
bool needs_words(const FindingObject& object, const Finding& finding, const TextStyle& style) {
  if (object.named) return false;
  const bool has_past = !object.allocated_at.empty() || !object.freed_by.empty();
  return !style.cut || has_past || is_mentioned(object, finding);
}

void objects(Page& page, const Finding& finding) {
  const Stack* last = nullptr;
  bool any = false;
  for (const auto& object : finding.objects) {
    if (!needs_words(object, finding, page.style())) continue;
    any = true;
    const bool is_data = object.category == "heap block" || object.category == "variable" || object.category == "data";
    const std::string word = is_data ? "Location" : capitalized(object.category);
    const bool allocated = !object.allocated_at.empty();
    const bool known = allocated && last != nullptr && same_stack(*last, object.allocated_at);
    const char* tail = !allocated ? "" : known ? ", allocated at the same place" : ", allocated here:";
    page.painted(fmt::format("{} {} is {}{}", word, object.label, object.place, tail), 2,
                 is_data ? Role::location : Role::mutex);
    if (allocated && !known) page.stack(object.allocated_at);
    if (allocated) last = &object.allocated_at;
    freed(page, object);
  }
  if (any) page.line("");
}

// Threads that were created at the same place share an entry.
void creations(Page& page, const Finding& finding) {
  std::vector<bool> done(finding.threads.size());
  for (std::size_t i = 0; i < finding.threads.size(); ++i) {
    const FindingThread& first = finding.threads[i];
    if (done[i] || first.parent.empty()) continue;
    std::vector<std::string> names;
    for (std::size_t j = i; j < finding.threads.size(); ++j) {
      const FindingThread& other = finding.threads[j];
      if (other.parent != first.parent || !same_stack(other.created_at, first.created_at)) continue;
      names.push_back(fmt::format("{} ({})", thread_name(other), other.state));
      done[j] = true;
    }
    page.painted(fmt::format("Thread{} {} created by {} at:", names.size() > 1 ? "s" : "", joined(names),
                             first.parent == "main" ? "main thread" : "thread " + first.parent),
                 2, Role::thread);
    page.stack(first.created_at);
    page.line("");
  }
}

// 0 is shown first.
int rank(const Finding& finding, std::size_t step) {
  constexpr std::size_t kLast = 6;
  const std::vector<FindingStep>& steps = finding.steps;
  if (steps[step].key) return 0;
  if (steps[step].unfinished || step + kLast >= steps.size()) return 1;
  return steps[step].after_switch || (step + 1 < steps.size() && steps[step + 1].after_switch) ? 2 : 3;
}

// The finding with at most that number of steps: those that matter most, and of these the last.
Finding with_steps(const Finding& finding, std::size_t count) {
  std::vector<std::pair<int, std::size_t>> order;  // rank, then distance from the end
  for (std::size_t i = 0; i < finding.steps.size(); ++i) {
    order.emplace_back(rank(finding, i), finding.steps.size() - i);
  }
  std::sort(order.begin(), order.end());
  std::set<std::size_t> kept;
  for (std::size_t i = 0; i < std::min(count, order.size()); ++i) kept.insert(finding.steps.size() - order[i].second);
  Finding fewer = finding;
  fewer.steps.clear();
  std::uint64_t left_out = 0;
  for (std::size_t i = 0; i < finding.steps.size(); ++i) {
    const FindingStep& step = finding.steps[i];
    left_out += step.left_out;
    if (!kept.contains(i)) {
      left_out += 1 + step.repeats * step.period;
      ++fewer.steps_left_out;
      continue;
    }
    fewer.steps.push_back(step);
    FindingStep& shown = fewer.steps.back();
    shown.left_out = std::exchange(left_out, 0);
    if (shown.period > 1) shown.repeats = shown.period = 0;  // the steps it speaks of may be gone
    const bool first = fewer.steps.size() == 1;
    shown.after_switch = !first && fewer.steps[fewer.steps.size() - 2].thread != step.thread;
  }
  return fewer;
}

// As many of the steps as fit into that number of lines.
Finding with_lines_of_steps(const Finding& finding, std::size_t lines, const TextStyle& style) {
  for (std::size_t count = std::min(lines, finding.steps.size()); count > 1; --count) {
    Finding fewer = with_steps(finding, count);
    if (interleaving_table(fewer, style).size() <= lines) return fewer;
  }
  return finding;
}

void interleaving(Page& page, const Finding& finding) {
  const auto lines = interleaving_table(finding, page.style());
  if (lines.empty()) return;
  const std::string left_out = finding.steps_left_out == 0 ? "" : fmt::format(", {} left out", finding.steps_left_out);
  page.painted(
      fmt::format("Interleaving (> thread switch, * part of the failure; {} steps{}):", finding.steps.size(), left_out),
      2, Role::access);
  for (const auto& line : lines) page.line(line);
  page.line("");
}

void races(Page& page, const Finding& finding) {
  if (finding.races.empty()) return;
  page.plain("Data races of this run, which may have caused the failure:", 2);
  for (const auto& race : finding.races) page.plain(race, 4);
  page.line("");
}

void uncontrolled(Page& page, const Finding& finding) {
  if (finding.uncontrolled.empty()) return;
  page.plain("Uncontrolled in this run:", 2);
  for (const auto& call : finding.uncontrolled) page.plain(call, 4);
  page.line("");
}

std::string summary(const Finding& finding, std::size_t width) {
  std::string head = "SUMMARY: Sleave: " + clean(finding.title);
  if (finding.stack.empty()) return head;
  const Frame& frame = finding.stack.front();
  const std::string in = frame.function.empty() ? "" : " in " + clean(short_function(frame.function));
  const std::string place = frame_place(frame);
  const std::size_t taken = columns(head) + 1 + columns(in);
  // Folders are the first to go if it gets too long.
  return fmt::format("{} {}{}", head, taken + columns(place) <= width ? place : place.substr(place.rfind('/') + 1), in);
}

// How it was found, and what came of minimizing.
std::string origin(const Finding& finding) {
  const FindingMinimized& before = finding.minimized;
  const bool minimized = before.runs != 0;
  const std::string found =
      fmt::format("Found in run {} of strategy {} with seed {} ({}, {})", finding.first_run, finding.strategy,
                  finding.seed, counted(minimized ? before.events : finding.events, "event"),
                  counted(minimized ? before.switches : finding.switches, "switch"));
  if (!minimized) return found + ".";
  if (before.events == finding.events && before.switches == finding.switches) {
    return fmt::format("{}; none of {} was smaller.", found, counted(before.runs, "other run"));
  }
  return fmt::format("{}; shown is a smaller one ({}, {}, {}), the best of {}.", found,
                     counted(finding.events, "event"), counted(finding.switches, "switch"),
                     counted(finding.preemptions, "preemption"), counted(before.runs, "run"));
}

// Why minimizing or explaining ended early, if it did.
std::string unfinished(const Finding& finding) {
  if (!finding.minimized.unfinished.empty()) return "Minimizing ended early: " + finding.minimized.unfinished + ".";
  return !finding.cause.tried && finding.cause.cut_short ? "Explaining ended early." : "";
}

void ending(Page& page, const Finding& finding, const std::string& replay_command) {
  // For scripts, which read lines: never wrapped.
  page.line(paint(summary(finding, page.style().width), Role::warning, page.style().color));
  page.line("DEDUP_TOKEN: " + clean(finding.signature));
  page.plain(origin(finding), 0);
  constexpr std::string_view kReplay = "sleave replay ";
  if (const std::string why = unfinished(finding); !why.empty() && replay_command.starts_with(kReplay)) {
    page.plain(why + " To continue:", 0);
    page.line("  sleave minimize " + clean(replay_command.substr(kReplay.size())));
  }
  if (page.style().cut) page.line("--full shows all steps and frames.");
  if (replay_command.empty()) return;
  page.line("To make it happen again:");
  page.line("  " + clean(replay_command));
}

}  // namespace

std::string related_race_line(const Finding& finding, int first, const std::string& replay_command,
                              const TextStyle& style) {
  const std::string head = paint(summary(finding, style.width), Role::warning, style.color);
  const std::string command = replay_command.empty() ? "" : ": " + clean(replay_command);
  return fmt::format("{} (on {}, the object of finding {}){}\n", head, clean(finding.accesses.front().object), first,
                     command);
}

namespace {

std::string whole_report(const Finding& finding, const std::string& replay_command, const TextStyle& style) {
  Page page(style);
  headline(page, finding);
  cause(page, finding);
  inputs(page, finding);
  if (finding.accesses.empty()) {
    thread_stacks(page, finding);
  } else {
    accesses(page, finding);
  }
  locks(page, finding);
  objects(page, finding);
  creations(page, finding);
  interleaving(page, finding);
  races(page, finding);
  uncontrolled(page, finding);
  ending(page, finding, replay_command);
  return page.text();
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

std::string text_report(const Finding& finding, const std::string& replay_command, const TextStyle& style) {
  constexpr std::size_t kLeastOfTable = 12;
  TextStyle fitting = style;
  fitting.width = std::clamp(style.width, 60u, 250u);
  std::string report = whole_report(finding, replay_command, fitting);
  for (const unsigned frames : {0u, 8u, 4u}) {
    if (style.lines == 0 || lines_of(report) <= style.lines) break;
    fitting.frames = frames;
    fitting.cut = true;
    const std::size_t table = interleaving_table(finding, fitting).size();
    const std::size_t others = lines_of(whole_report(finding, replay_command, fitting)) - table + 1;
    const std::size_t room = std::max(style.lines > others ? style.lines - others : 0, kLeastOfTable);
    const Finding fewer = table > room ? with_lines_of_steps(finding, room, fitting) : finding;
    report = whole_report(fewer, replay_command, fitting);
  }
  return report;
}

}  // namespace sleave

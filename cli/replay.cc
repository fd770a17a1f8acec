// sleave replay: makes a finding happen again.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <variant>

#include "cli/commands.h"
#include "cli/options/options.h"
#include "cli/print/output.h"
#include "cli/print/terminal.h"
#include "cli/target/debugger.h"
#include "cli/target/finding_folder.h"
#include "cli/target/program.h"
#include "cli/target/recorded_program.h"
#include "cli/target/standard_input.h"
#include "engine/analyze/build.h"
#include "engine/base/interrupt.h"
#include "engine/campaign/confirm/divergence.h"
#include "engine/campaign/confirm/modules.h"
#include "engine/find/same_failure.h"
#include "engine/report/lines.h"
#include "engine/report/target_result.h"
#include "engine/report/text.h"
#include "engine/run/runner.h"
#include "engine/run/target_words.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

struct Request {
  InputFile input;
  FindingFolder folder;
  Target target;
  sleave_isolation isolation = SLEAVE_ISOLATION_exec;
  Output output;
  std::uint64_t times = 1;
  TextStyle style;
  std::optional<sleave_thread_mode> threads;  // none: as it was found
  std::optional<Debugger> debugger;
  bool rebuilt = false;               // another build of the program will do
  std::optional<std::uint64_t> step;  // of the run, the first is 0 (in the report 1)
};

// Step `step` of the recorded run in words: "T1: locks mutex in push (queue.cc:7)".
std::string recorded_step(const FindingFolder& folder, std::uint64_t step, bool same_binary, Symbolizer& symbolizer) {
  const Trace& trace = *folder.trace;
  if (step >= trace.events.size()) return "the end of the run";
  const sleave_event& event = trace.events[step];
  const std::string label = trace.thread_label(event.thread) + ": ";
  if (same_binary) return label + describe_place(trace, event.kind, event.site, symbolizer);
  // The old program is gone, but the report has kept the lines of the steps that matter.
  std::string words = label + event_words(event.kind);
  if (!folder.finding) return words;
  for (const FindingStep& known : folder.finding->steps) {
    if (known.index != step || known.where.file.empty()) continue;
    return words + fmt::format(" in {} ({}:{})", known.where.function, known.where.file, known.where.line);
  }
  return words;
}

// The step at which a decision was taken when the finding was recorded: its thread's event number `index`.
std::optional<std::uint64_t> step_of(const Trace& trace, const sleave_decision& decision) {
  std::uint64_t executed = 0;
  for (std::size_t step = 0; step < trace.events.size(); ++step) {
    const sleave_event& event = trace.events[step];
    if (event.thread != decision.thread || !is_point(event.kind)) continue;
    if (executed++ == decision.index) return step;
  }
  return std::nullopt;
}

std::string at_decision(const Request& request, const Trace& seen, bool same_binary, Symbolizer& symbolizer) {
  const Plan& plan = request.folder.replay.plan;
  const sleave_trace& header = seen.header;
  const sleave_decision& decision = plan.decisions[header.diverged_at];
  const std::string label = seen.thread_label(decision.thread);
  std::string expected =
      label + ": " + (decision.expect < SLEAVE_EV_COUNT ? event_words(decision.expect) : "no further event");
  if (request.folder.trace) {
    const std::optional<std::uint64_t> step = step_of(*request.folder.trace, decision);
    if (step) expected = recorded_step(request.folder, *step, same_binary, symbolizer);
  }
  if (decision.kind != SLEAVE_CHOICE_switch_to) expected += fmt::format(" (choice: {})", choice_words(decision.kind));
  return fmt::format("at decision {} of {} (event {} of {})\n  expected  {}\n  seen      {}: {}",
                     header.diverged_at + 1, plan.decisions.size(), decision.index, label, expected,
                     seen.thread_label(header.diverged_thread),
                     describe_place(seen, header.diverged_pending, header.diverged_site, symbolizer));
}

// Every decision could be followed, and yet the run was another one.
std::string at_step(const Request& request, const Trace& seen, bool same_binary, Symbolizer& symbolizer) {
  if (!request.folder.trace) return "the trace is missing, so the step is unknown";
  Difference difference;
  if (!first_difference(*request.folder.trace, seen, same_binary, difference)) return "no event differs";
  std::string now = "the end of the run";
  if (difference.in_b) {
    const sleave_event& event = seen.events[difference.step];
    now = seen.thread_label(event.thread) + ": " + describe_place(seen, event.kind, event.site, symbolizer);
  }
  std::string text = fmt::format("at step {}\n  expected  {}\n  seen      {}", difference.step + 1,
                                 recorded_step(request.folder, difference.step, same_binary, symbolizer), now);
  const auto value = [&](const Trace& trace) { return trace.events[difference.step].value; };
  if (same_binary && difference.in_a && difference.in_b && value(*request.folder.trace) != value(seen)) {
    text += fmt::format("\n  value     {:#x}, now {:#x}", value(*request.folder.trace), value(seen));
  }
  return text;
}

std::string divergence_text(const Request& request, const Trace& seen, bool same_binary, Symbolizer& symbolizer) {
  const bool named = seen.header.diverged != 0 && seen.header.diverged_at < request.folder.replay.plan.decisions.size();
  return named ? at_decision(request, seen, same_binary, symbolizer) : at_step(request, seen, same_binary, symbolizer);
}

// One replay that did not end as the finding did.
int not_reproduced(const Request& request, const Trace& seen, bool same_binary, Symbolizer& symbolizer) {
  const ReplayFile& replay = request.folder.replay;
  Difference ignored;
  const bool same_way = !same_binary && seen.header.diverged == 0 && seen.outcome() == SLEAVE_OUTCOME_exited &&
                        request.folder.trace && !first_difference(*request.folder.trace, seen, false, ignored);
  if (same_way) {
    print_line("not reproduced: the changed program followed the whole plan and {}",
               outcome_words(seen.header.outcome));
    return exit_clean;
  }
  const std::string end =
      seen.outcome() == SLEAVE_OUTCOME_failed ? finding_title(seen.header.finding) : outcome_words(seen.header.outcome);
  return complain({Tier::diverged, fmt::format("the replay diverged: recorded was {}, this run: {}\n{}", replay.kind,
                                               end, divergence_text(request, seen, same_binary, symbolizer))});
}

void report(const Request& request, const Trace& trace, Symbolizer& symbolizer) {
  Finding finding = request.folder.finding ? *request.folder.finding : build_finding(trace, symbolizer);
  print_painted(text_report(finding, replay_command(request.folder.path), request.style));
}

// The replay in full, or how the command ends because it was not one.
using Replayed = std::variant<Trace, int>;

Replayed replay_in_full(const Request& request, Runner& runner, Symbolizer& symbolizer) {
  const ReplayFile& replay = request.folder.replay;
  Result<Trace> trace = runner.run(replay.plan, Detail::full);
  if (!trace) return complain(trace.error());
  if (interrupted()) return exit_interrupted;
  const bool same_binary = build_id_of(*trace) == replay.build_id;
  if (!same_binary) print_line("note: {} was rebuilt since this was found", request.target.program);
  const bool same_failure =
      trace->outcome() == SLEAVE_OUTCOME_failed && failure_signature(*trace, symbolizer) == replay.signature;
  if (same_failure && (!same_binary || trace->header.hash == replay.hash)) return std::move(*trace);
  if (const std::optional<Finding> now = still_fails(request.folder, *trace, symbolizer); now && !same_binary) {
    return std::move(*trace);
  }
  if (request.times > 1) print_line("reproduced 0 of 1");
  return not_reproduced(request, *trace, same_binary, symbolizer);
}

// A repetition that was not the run it repeats; once more in full, to say where it differs.
int not_repeated(const Request& request, Runner& runner, const Trace& seen, Symbolizer& symbolizer) {
  const Result<Trace> recorded = runner.run(request.folder.replay.plan, Detail::full);
  const Trace& trace = recorded ? *recorded : seen;
  return not_reproduced(request, trace, build_id_of(trace) == request.folder.replay.build_id, symbolizer);
}

// Once in full. All further times the run must only be the same one, and to see that nothing needs to be recorded.
int replay(const Request& request) {
  Result<std::unique_ptr<Runner>> runner = make_runner(request.isolation, request.target, request.output);
  if (!runner) return complain(runner.error());
  Symbolizer symbolizer;
  const Replayed first = replay_in_full(request, **runner, symbolizer);
  if (const int* code = std::get_if<int>(&first)) return *code;
  const Trace& reproduced = std::get<Trace>(first);
  Plan plan = request.folder.replay.plan;
  plan.record = 0;
  for (std::uint64_t i = 1; i < request.times; ++i) {
    const Result<Trace> again = (*runner)->run(plan, Detail::outcome);
    if (!again) return complain(again.error());
    if (interrupted()) return exit_interrupted;
    if (same_run(reproduced, *again)) continue;
    print_line("reproduced {} of {}", i, i + 1);
    return not_repeated(request, **runner, *again, symbolizer);
  }
  if (build_id_of(reproduced) == request.folder.replay.build_id) {
    print_line("reproduced {} of {}", request.times, request.times);
    name_finding(fmt::format("reproduced {} of {}: {}", request.times, request.times, request.folder.replay.signature));
    report(request, reproduced, symbolizer);
    return exit_finding;
  }
  const Finding now = changed_finding(request.folder, reproduced, symbolizer);
  const std::string times = request.times == 1 ? "" : fmt::format(", {} of {} times", request.times, request.times);
  print_line("still fails, at {}{}", failing_place(now), times);
  name_finding("still fails, at " + failing_place(now));
  print_painted(text_report(now, "sleave replay --rebuilt " + shell_word(request.folder.path), request.style));
  return exit_finding;
}

// Under which debugger, if under any.
Result<std::optional<Debugger>> chosen_debugger(const Options& options) {
  std::vector<Debugger> chosen;
  if (options.gdb) chosen.push_back(Debugger::gdb);
  if (options.lldb) chosen.push_back(Debugger::lldb);
  if (options.rr) chosen.push_back(Debugger::rr);
  if (chosen.size() > 1) return Error{Tier::usage, "use only one of --gdb, --lldb and --rr"};
  if (!chosen.empty()) return std::optional(chosen.front());
  for (const auto& [name, value] :
       {std::pair("step", options.step), {"debugger_commands", options.debugger_commands}}) {
    if (value.empty()) continue;
    return Error{Tier::usage, on_command_line(name) + " needs a debugger\nadd --gdb, --lldb or --rr"};
  }
  return std::optional<Debugger>();
}

// What the options say, before the finding is looked for.
Result<Request> request_of(const Options& options, const CommandLine& line) {
  Request request;
  const Result<std::optional<Debugger>> debugger = chosen_debugger(options);
  if (!debugger) return debugger.error();
  request.debugger = *debugger;
  if (!options.step.empty()) {
    const Result<std::uint64_t> step = parse_count("step", options.step);
    if (!step) return step.error();
    request.step = *step - 1;
  }
  if (line.given("--threads")) {
    const Result<sleave_thread_mode> threads = of_option("threads", parse_threads(options.threads));
    if (!threads) return threads.error();
    request.threads = *threads;
  }
  const Result<sleave_isolation> isolation =
      of_option("isolation", parse_isolation(line.given("--isolation") ? options.isolation : "exec"));
  if (!isolation) return isolation.error();
  request.isolation = *isolation;
  const Result<std::uint64_t> times = parse_count("times", options.times);
  if (!times) return times.error();
  request.times = *times;
  request.rebuilt = options.rebuilt;
  const Result<TextStyle> style = text_style(options.color, options.full);
  if (!style) return style.error();
  request.style = *style;
  request.output.kind = options.quiet || request.times > 1 ? Output::Kind::discard : Output::Kind::inherit;
  return request;
}

// The finding that is to happen again, and its program.
Status find_target(Request& request, const std::string& name, const std::string& out,
                   const std::vector<std::string>& program) {
  const Result<std::string> path = find_finding(name, out);
  if (!path) return path.error();
  Result<FindingFolder> folder = open_finding(*path);
  if (!folder) return folder.error();
  request.folder = std::move(*folder);
  Result<Target> target = recorded_target(request.folder, program, request.rebuilt, name);
  if (!target) return target.error();
  request.target = std::move(*target);
  if (Status given = give_input(request.folder.replay.standard_input, request.input, request.target); !given) {
    return given.error();
  }
  if (request.threads) request.target.threads = *request.threads;
  return ok();
}

int replay_in_debugger(const Request& request, const std::string& commands) {
  return complain(debug({.debugger = *request.debugger,
                         .target = request.target,
                         .plan = request.folder.replay.plan,
                         .finding = request.folder.path,
                         .step = request.step,
                         .commands = commands}));
}

}  // namespace

int replay_command(const std::vector<std::string>& arguments) {
  const auto separator = std::find(arguments.begin(), arguments.end(), "--");
  const std::vector<std::string> own(arguments.begin(), separator);
  const std::vector<std::string> program(separator == arguments.end() ? separator : separator + 1, arguments.end());
  Options options;
  std::string name;
  CommandLine line("replay", options);
  line.add_operand("FINDING", name, "folder of the finding, or its replay file");
  const Result<bool> parsed = line.parse(own);
  if (!parsed) return complain(parsed.error());
  if (!*parsed) return exit_clean;
  Result<Request> request = request_of(options, line);
  if (!request) return complain(line.placed(request.error()));
  if (const Status found = find_target(*request, name, options.out, program); !found) return complain(found.error());
  if (request->debugger) return replay_in_debugger(*request, options.debugger_commands);

  catch_interrupts();
  print_line("replay of {}: {}, {} events", clean(request->folder.path), clean(request->folder.replay.kind),
             request->folder.replay.events);
  if (options.verbose) {
    const ReplayFile& file = request->folder.replay;
    print_line("{} decisions, {} threads; found by strategy {} with seed {} in run {}\nprogram {}, signature {}",
               file.plan.decisions.size(), file.plan.threads.size(), clean(file.strategy), file.seed, file.run,
               clean(request->target.program), clean(file.signature));
  }
  return replay(*request);
}

}  // namespace sleave

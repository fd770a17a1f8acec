// list_runs REPLAY RUNS SEED [--choices=LIST]: fresh runs of a finding's program, with its arguments, flags and inputs,
// sampled as a campaign does. Each is one line of JSON: the signatures of its failure and of its data races, whether it
// came to its end, the choices it made besides the schedule, and its events in order as [thread, verb, place, code
// address].
//
// For tests of explanations: it reads traces as every report does, and knows nothing of how explanations are found.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/analyze/build.h"
#include "engine/analyze/names/place.h"
#include "engine/analyze/words/event_text.h"
#include "engine/base/file.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/run/runner.h"
#include "engine/strategy/registry/make_strategy.h"
#include "engine/trace/replay_file.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

nlohmann::json events_of(const Trace& trace, Symbolizer& symbolizer) {
  nlohmann::json events = nlohmann::json::array();
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const sleave_event& event = trace.events[i];
    if (!is_point(event.kind)) continue;
    events.push_back({trace.thread_label(event.thread), event_name(event.kind),
                      place_text(event_place(trace, i, symbolizer)), event.site});
  }
  return events;
}

std::string line_of(const Trace& trace, Symbolizer& symbolizer) {
  nlohmann::json signatures = nlohmann::json::array();
  if (trace.outcome() == SLEAVE_OUTCOME_failed) signatures.push_back(failure_signature(trace, symbolizer));
  for (const sleave_trace_race& race : trace.races) signatures.push_back(race_signature(trace, race, symbolizer));
  nlohmann::json choices = nlohmann::json::array();
  for (const sleave_trace_choice& choice : trace.choices) {
    if (choice.value != 0) choices.push_back(choice_words(choice.kind));
  }
  const nlohmann::json line = {{"signatures", signatures},
                               {"ended", trace.outcome() == SLEAVE_OUTCOME_exited},
                               {"choices", choices},
                               {"events", events_of(trace, symbolizer)}};
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Status list(const ReplayFile& replay, std::uint64_t runs, std::uint64_t seed, const std::string& list_of_choices) {
  const Result<ChoiceSet> choices = parse_choices(list_of_choices);
  if (!choices) return choices.error();
  const Result<std::unique_ptr<Strategy>> strategy = make_strategy("sample", {.seed = seed, .choices = *choices});
  if (!strategy) return strategy.error();
  const Target target{.program = replay.target, .arguments = replay.arguments, .directory = replay.directory};
  Result<std::unique_ptr<Runner>> runner = make_runner(SLEAVE_ISOLATION_reset, target, Output{});
  if (!runner) return runner.error();
  Symbolizer symbolizer;
  for (std::uint64_t run = 0; run < runs; ++run) {
    Plan plan = (*strategy)->next().value();  // samplers never run out
    plan.flags = replay.plan.flags;
    plan.inputs = replay.plan.inputs;
    plan.max_events = replay.plan.max_events;
    plan.quiet_events = replay.plan.quiet_events;
    plan.hang_cpu_ms = replay.plan.hang_cpu_ms;
    plan.spin_repeats = Plan().spin_repeats;
    plan.record |= SLEAVE_RECORD_POINTS | SLEAVE_RECORD_STACKS;
    const Result<Trace> trace = (*runner)->run(plan, Detail::full);
    if (!trace) return trace.error();
    fmt::print("{}\n", line_of(*trace, symbolizer));
    (*strategy)->done(plan, *trace);
  }
  return ok();
}

}  // namespace
}  // namespace sleave

int main(int argc, char** argv) {
  if (argc < 4) {
    fmt::print(stderr, "usage: list_runs REPLAY RUNS SEED [--choices=LIST]\n");
    return 2;
  }
  const std::string option = "--choices=";
  const std::string last = argc > 4 ? argv[4] : option + "default";
  const sleave::Result<std::string> bytes = sleave::read_file(argv[1]);
  const sleave::Result<sleave::ReplayFile> replay =
      bytes ? sleave::parse_replay_file(*bytes) : sleave::Result<sleave::ReplayFile>(bytes.error());
  const sleave::Status done = replay ? sleave::list(*replay, std::strtoull(argv[2], nullptr, 10),
                                                    std::strtoull(argv[3], nullptr, 10), last.substr(option.size()))
                                     : sleave::Status(replay.error());
  if (done) return 0;
  fmt::print(stderr, "{}\n", done.error().message);
  return 3;
}

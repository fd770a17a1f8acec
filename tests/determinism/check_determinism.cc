// check_determinism PROGRAM [-- ARGUMENTS]: the same plan gives the same trace, however it is run.
//
// Samples plans as a campaign would (every sampling strategy by turns, with other choices and without), and runs each
// of them twice under exec, twice under fork, twice under reset and twice on native threads; then records the run and
// replays it decision by decision; and in the end runs all of them in batches. All must agree in outcome, counts and
// hashes. On a difference both sides are recorded and the first differing event is named.
//
// Exit code: 0 all agree, 1 a difference (or, with --clean, a run that did not end by itself), 2 wrong call, 3 no run
// took place.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/run/runner.h"
#include "engine/strategy/registry/make_strategy.h"
#include "engine/trace/trace.h"
#include "engine/trace/words.h"
#include "tests/determinism/difference_text.h"

namespace {

using namespace sleave;

constexpr std::uint32_t kEvents = SLEAVE_RECORD_POINTS | SLEAVE_RECORD_NOTES;
constexpr std::uint32_t kEverything = kEvents | SLEAVE_RECORD_ACCESSES | SLEAVE_RECORD_STACKS;
constexpr std::uint64_t kTooLongForEverything = 30'000;  // events: gigabytes

constexpr std::size_t kReset = 2;  // of the ways below

struct Call {
  std::string program;
  std::vector<std::string> arguments;
  std::uint64_t plans = 20;
  std::uint64_t seed = 1;
  std::uint64_t hang_ms = 5'000;
  std::uint64_t max_steps = 0;  // 0: as a plan has it
  std::string choices = "default";
  std::string clients;
  bool fail_on_exit = false;
  bool fail_on_leak = false;
  bool clean = false;
};

struct Way {
  std::string name;
  std::unique_ptr<Runner> runner;
};

struct Observed {
  std::string way;
  Trace trace;
};

Result<std::vector<Way>> make_ways(const Call& call) {
  struct Kind {
    const char* name;
    sleave_isolation isolation;
    sleave_thread_mode threads;
  };
  constexpr std::array kinds{Kind{"exec", SLEAVE_ISOLATION_exec, SLEAVE_THREADS_FIBER},
                             Kind{"fork", SLEAVE_ISOLATION_fork, SLEAVE_THREADS_FIBER},
                             Kind{"reset", SLEAVE_ISOLATION_reset, SLEAVE_THREADS_FIBER},
                             Kind{"native", SLEAVE_ISOLATION_exec, SLEAVE_THREADS_NATIVE}};
  std::vector<Way> ways;
  for (const Kind& kind : kinds) {
    const Target target{.program = call.program,
                        .arguments = call.arguments,
                        .directory = {},
                        .threads = kind.threads,
                        .clients = call.clients};
    Result<std::unique_ptr<Runner>> runner = make_runner(kind.isolation, target, Output{});
    if (!runner) return runner.error();
    ways.push_back({kind.name, std::move(*runner)});
  }
  return ways;
}

// Everything about a run that does not depend on what was recorded.
std::string digest(const Trace& trace) {
  const sleave_trace& run = trace.header;
  return fmt::format(
      "{} {} code {} signal {} thread {} events {} points {} switches {} clock {} hash {:016x} class {:016x}{}",
      outcome_name(run.outcome), finding_name(run.finding), run.exit_code, run.signal, run.thread, run.events,
      run.points, run.switches, run.clock_ns, run.hash, run.class_hash,
      run.diverged == 0 ? ""
                        : fmt::format(" diverged at decision {}, thread {} before {}", run.diverged_at,
                                      run.diverged_thread, event_name(run.diverged_pending)));
}

std::uint32_t detail_for(const Trace& run) { return run.header.events > kTooLongForEverything ? kEvents : kEverything; }

class Check {
 public:
  Check(Call call, std::vector<Way> ways, std::vector<std::unique_ptr<Strategy>> strategies)
      : call_(std::move(call)), ways_(std::move(ways)), strategies_(std::move(strategies)) {}

  int run() {
    std::uint64_t events = 0;
    std::uint64_t failed = 0;
    for (std::uint64_t index = 0; index < call_.plans; ++index) {
      Strategy& strategy = *strategies_[index % strategies_.size()];
      const Plan plan = next_plan(strategy);
      first_.reset();
      if (!run_every_way(plan) || !run_recorded(plan)) {
        fmt::print(stderr, "{}: plan {} of seed {}\n", call_.program, index, call_.seed);
        return exit_code_;
      }
      events = std::max(events, first_->trace.header.events);
      failed += first_->trace.outcome() == SLEAVE_OUTCOME_exited ? 0 : 1;
      strategy.done(plan, first_->trace);
      plans_.push_back(plan);
      observed_.push_back(*first_);
    }
    if (!run_in_batches()) return exit_code_;
    fmt::print("{}: {} plans, each run 11 times, no difference; up to {} events; {} plans did not end by themselves\n",
               call_.program, call_.plans, events, failed);
    return call_.clean && failed != 0 ? 1 : 0;
  }

 private:
  Plan next_plan(Strategy& strategy) {
    Plan plan = strategy.next().value();  // samplers never run out
    plan.hang_cpu_ms = call_.hang_ms;
    if (call_.max_steps != 0) plan.max_events = call_.max_steps;
    plan.flags |= SLEAVE_PLAN_DETECT_RACES;
    if (call_.fail_on_exit) plan.flags |= SLEAVE_PLAN_FAIL_ON_EXIT;
    if (call_.fail_on_leak) plan.flags |= SLEAVE_PLAN_FAIL_ON_LEAK;
    return plan;
  }

  bool run_every_way(const Plan& plan) {
    for (int round = 0; round < 2; ++round) {
      for (Way& way : ways_) {
        if (!agrees(way, way.name, plan, Detail::outcome)) return false;
      }
    }
    return true;
  }

  // Recording must not change the run, and its decisions must lead through it again.
  bool run_recorded(const Plan& plan) {
    Plan recorded = plan;
    recorded.record = detail_for(first_->trace);
    Way& way = ways_[1];
    if (!agrees(way, "recorded", recorded, Detail::full)) return false;
    return agrees(way, "replayed", plan_from_trace(last_, plan), Detail::outcome);
  }

  // Runs that follow each other without the explorer in between.
  bool run_in_batches() {
    Way& way = ways_[kReset];
    for (std::size_t done = 0; done < plans_.size();) {
      bool same = true;
      const auto compare = [&](const Trace& trace) {
        first_ = observed_[done];
        first_plan_ = plans_[done];
        same = matches(way, "batch", plans_[done++], trace);
        return same;
      };
      const Result<std::optional<Trace>> last =
          way.runner->run_some(std::span(plans_).subspan(done), Detail::outcome, compare);
      if (!last) {
        fmt::print(stderr, "{}\n", last.error().message);
        exit_code_ = 3;
        return false;
      }
      if (*last) compare(**last);
      if (!same) return false;
    }
    return true;
  }

  bool agrees(Way& way, const std::string& name, const Plan& plan, Detail detail) {
    const Result<Trace> trace = way.runner->run(plan, detail);
    if (trace) return matches(way, name, plan, *trace);
    fmt::print(stderr, "{}\n", trace.error().message);
    exit_code_ = 3;
    return false;
  }

  bool matches(Way& way, const std::string& name, const Plan& plan, const Trace& trace) {
    last_ = trace;
    if (last_.outcome() == SLEAVE_OUTCOME_refused || last_.outcome() == SLEAVE_OUTCOME_unfinished) {
      fmt::print(stderr, "{}: the run was not under control: {}\n", name, last_.message());
      exit_code_ = 3;
      return false;
    }
    if (!first_) {
      first_ = Observed{name, last_};
      first_plan_ = plan;
      return true;
    }
    if (digest(first_->trace) == digest(last_)) return true;
    explain(way, name, plan);
    exit_code_ = 1;
    return false;
  }

  void explain(Way& way, const std::string& name, const Plan& plan) {
    fmt::print(stderr, "the same plan ran differently\n  {:9}{}\n  {:9}{}\n", first_->way, digest(first_->trace),
               way.name, digest(last_));
    const std::uint32_t detail = detail_for(first_->trace);
    const std::optional<Trace> a = record(ways_[0], first_plan_, detail);
    const std::optional<Trace> b = record(way, plan, detail);
    if (a && b) fmt::print(stderr, "{}", difference_text(*a, first_->way, *b, name));
  }

  static std::optional<Trace> record(Way& way, Plan plan, std::uint32_t detail) {
    plan.record = detail;
    Result<Trace> trace = way.runner->run(plan, Detail::full);
    if (!trace) return std::nullopt;
    return std::move(*trace);
  }

  Call call_;
  std::vector<Way> ways_;
  std::vector<std::unique_ptr<Strategy>> strategies_;  // by turns
  std::optional<Observed> first_;
  Plan first_plan_;
  std::vector<Plan> plans_;         // all that were run
  std::vector<Observed> observed_;  // and what came of each the first time
  Trace last_;
  int exit_code_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  Call call;
  CLI::App app{"The same plan gives the same trace, however it is run"};
  app.add_option("program", call.program, "built with sleave-cc or sleave-c++")->required();
  app.add_option("arguments", call.arguments, "of the program, after --");
  app.add_option("--plans", call.plans, "how many plans to take");
  app.add_option("--seed", call.seed, "of the strategy");
  app.add_option("--hang-ms", call.hang_ms, "processor time without an event that is an endless loop");
  app.add_option("--max-steps", call.max_steps, "events after which a run is cut short");
  app.add_option("--choices", call.choices, "as for sleave run");
  app.add_option("--clients", call.clients, "as in abi/environment.h");
  app.add_flag("--fail-on-exit", call.fail_on_exit, "a non-zero exit code is a finding");
  app.add_flag("--fail-on-leak", call.fail_on_leak, "a thread that nobody joined is a finding");
  app.add_flag("--clean", call.clean, "every run must end by itself");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  sleave::Result<std::vector<Way>> ways = make_ways(call);
  if (!ways) {
    fmt::print(stderr, "{}\n", ways.error().message);
    return 3;
  }
  const sleave::Result<sleave::ChoiceSet> choices = sleave::parse_choices(call.choices);
  if (!choices) {
    fmt::print(stderr, "{}\n", choices.error().message);
    return 2;
  }
  std::vector<std::unique_ptr<sleave::Strategy>> strategies;
  for (const std::string& name : sleave::sampler_names()) {
    strategies.push_back(sleave::make_strategy(name, {.seed = call.seed, .choices = *choices}).value());
  }
  return Check(std::move(call), std::move(*ways), std::move(strategies)).run();
}

#include "engine/run/watch.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <csignal>
#include <cstring>

#include "engine/run/watchdog.h"

namespace sleave {
namespace {

void ask_where(pid_t pid) {
  if (pid > 1) ::kill(pid, SIGXCPU);
}

// How often a run is looked at: it outlasts a deadline by as much.
constexpr std::chrono::milliseconds kTick{50};

std::string end_words(int wait_status) {
  if (WIFEXITED(wait_status)) return fmt::format("exited with code {}", WEXITSTATUS(wait_status));
  if (!WIFSIGNALED(wait_status)) return "did not start";
  const char* name = sigabbrev_np(WTERMSIG(wait_status));
  return fmt::format("died of signal {}{}", WTERMSIG(wait_status),
                     name == nullptr ? "" : fmt::format(" (SIG{})", name));
}

}  // namespace

Ending watch(const Watched& run, const Channel& channel, const Plan& plan, std::uint64_t memory_limit) {
  using Clock = Watchdog::Clock;
  Watchdog watchdog(Clock::now(), Watchdog::Patience::after(std::chrono::milliseconds(plan.hang_cpu_ms)));
  Ending ending;
  Clock::time_point killed_at{};
  while (!run.over(kTick)) {
    if (ending.killed || ending.interrupted) {
      if (Clock::now() - killed_at >= Watchdog::kGrace) run.kill(true);
      continue;
    }
    const pid_t process = run.process();
    Watchdog::Observation observation{.progress = channel.progress(), .processor_time = processor_time(process)};
    observation.asleep = watchdog.is_stalled(observation) && is_asleep(process);
    observation.stopped = observation.asleep && is_stopped(process);
    const Watchdog::Verdict verdict = watchdog.observe(Clock::now(), observation);
    if (verdict == Watchdog::Verdict::ask) {
      ending.report_requested = true;
      ask_where(process);
    }
    ending.interrupted = run.must_stop();
    ending.out_of_memory = memory_limit != 0 && private_memory(process) > memory_limit;
    ending.killed = ending.out_of_memory || verdict == Watchdog::Verdict::end;
    ending.asleep = watchdog.timed_out_asleep();
    if (ending.killed || ending.interrupted) {
      killed_at = Clock::now();
      run.kill(false);
    }
  }
  ending.events = channel.events();
  return ending;
}

Result<Trace> collect(const Channel& channel, Detail detail) {
  Result<Trace> trace = channel.read(detail);
  if (trace && detail != Detail::full && trace->outcome() == SLEAVE_OUTCOME_failed) {
    return channel.read(Detail::full);
  }
  return trace;
}

Error not_instrumented(const Target& target, int wait_status) {
  return {Tier::environment,
          fmt::format("{} {} before Sleave took control: it was not built with sleave-c++\n"
                      "build and link it with sleave-cc or sleave-c++, and check that it starts on its own",
                      target.program, end_words(wait_status))};
}

Error died_before_main(const Target& target, int wait_status) {
  const std::string where = " before main, in the constructor of a global object or of a library";
  if (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == SLEAVE_FAILED_EXIT_CODE) {
    return {Tier::environment, fmt::format("{} failed{}\nto see the place: sleave run --isolation=exec --runs=1 {}",
                                           target.program, where, target.program)};
  }
  return {Tier::environment,
          fmt::format("{} {}{}\ncheck that it starts on its own", target.program, end_words(wait_status), where)};
}

}  // namespace sleave

#include "engine/run/exec_runner.h"

#include "engine/run/orphans.h"
#include "engine/run/output_limit.h"
#include "engine/run/watch.h"

namespace sleave {

Result<Trace> ExecRunner::run(const Plan& plan, Detail detail) {
  channel_.offer(SLEAVE_ISOLATION_exec, target_, -1, -1);
  if (Status begun = channel_.begin_runs({&plan, 1}); !begun) return begun.error();
  Result<Child> child = start(target_, output_, {.channel = channel_.descriptor()});
  if (!child) return child.error();

  const auto over = [&](std::chrono::milliseconds tick) {
    const bool ended = child->wait(tick) == Child::Wake::ended;
    cut_output(output_);
    return ended;
  };
  Ending ending = watch({.over = over,
                         .process = [&] { return child->pid(); },
                         .kill = [&](bool) { child->kill_group(); },
                         .must_stop = [this] { return must_stop(); }},
                        channel_, plan, target_.memory_limit);
  ending.wait_status = child->reap();
  end_orphans();
  if (!channel_.ready() && !ending.interrupted) return not_instrumented(target_, ending.wait_status);
  return settle(collect(channel_, detail), ending);
}

}  // namespace sleave

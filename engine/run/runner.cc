#include "engine/run/runner.h"

#include "engine/base/interrupt.h"
#include "engine/run/exec_runner.h"
#include "engine/run/fork_runner.h"
#include "engine/run/orphans.h"

namespace sleave {

bool Runner::must_stop() const {
  return interrupted() || (deadline_ && std::chrono::steady_clock::now() >= *deadline_);
}

Result<std::optional<Trace>> Runner::run_some(std::span<const Plan> plans, Detail detail, const Seen& /*seen*/) {
  Result<Trace> trace = run(plans.front(), detail);
  if (!trace) return trace.error();
  return std::optional(std::move(*trace));
}

Result<std::unique_ptr<Runner>> make_runner(sleave_isolation isolation, const Target& target, const Output& output) {
  if (Status raised = raise_descriptor_limit(); !raised) return raised.error();
  inherit_orphans();
  Result<Channel> channel = Channel::create();
  if (!channel) return channel.error();
  // A run that is undone is undone with what its buffers hold.
  if (isolation == SLEAVE_ISOLATION_reset && output.kind != Output::Kind::discard) isolation = SLEAVE_ISOLATION_fork;
  if (isolation == SLEAVE_ISOLATION_exec) {
    return std::unique_ptr<Runner>(std::make_unique<ExecRunner>(target, output, std::move(*channel)));
  }
  return std::unique_ptr<Runner>(std::make_unique<ForkRunner>(isolation, target, output, std::move(*channel)));
}

}  // namespace sleave

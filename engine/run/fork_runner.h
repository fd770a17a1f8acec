// ForkRunner: one process is started, stops before main, and forks once for every run (abi/channel.h, commands).
//
// Its answers are not trusted: a process is signaled only while it is a child of our server. A server that dies is
// started again and the run repeated, once; a run that kills it again is held responsible.
#pragma once

#include <optional>

#include "engine/run/channel.h"
#include "engine/run/ending.h"
#include "engine/run/runner.h"
#include "engine/run/start.h"

namespace sleave {

class ForkRunner final : public Runner {
 public:
  // `isolation` is fork or reset: for the explorer they are the same, only that a run's process may be an earlier
  // one's.
  ForkRunner(sleave_isolation isolation, Target target, Output output, Channel channel)
      : isolation_(isolation), target_(std::move(target)), output_(std::move(output)), channel_(std::move(channel)) {}

  ~ForkRunner() override { stop_server(); }
  ForkRunner(const ForkRunner&) = delete;
  ForkRunner& operator=(const ForkRunner&) = delete;

  Result<Trace> run(const Plan& plan, Detail detail) override;
  Result<std::optional<Trace>> run_some(std::span<const Plan> plans, Detail detail, const Seen& seen) override;
  [[nodiscard]] unsigned restarts() const override { return restarts_; }
  [[nodiscard]] sleave_retirement not_reset_because() const override { return channel_.not_reset_because(); }

 private:
  Status start_server();
  void stop_server();
  Error server_died();
  Result<Trace> after_second_death();
  // Runs the first of the plans, and under reset isolation perhaps more; an ending, the last one's, without a value:
  // the server is gone.
  Result<std::optional<Ending>> attempt(std::span<const Plan> plans);
  // A batch went wrong: its plans are run one by one, to see which of them it was.
  Result<std::optional<Trace>> one_by_one(std::size_t plans);
  // The next number from the server, within `timeout`.
  std::optional<std::int32_t> answer(std::chrono::milliseconds timeout);
  // `pid` if it is a run of our server, else 0.
  pid_t own_run(pid_t pid);
  void kill_run(pid_t pid, bool with_server);

  sleave_isolation isolation_;
  Target target_;
  Output output_;
  Channel channel_;
  std::optional<Child> server_;
  Descriptor command_;
  Descriptor status_;
  bool has_forked_ = false;  // the program came to main at least once
  unsigned restarts_ = 0;
  std::size_t alone_ = 0;  // the next plans that are run one by one
  Trace packed_trace_;     // the one that is looked at
};

}  // namespace sleave

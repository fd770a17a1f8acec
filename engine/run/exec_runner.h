// ExecRunner: a new process for every run.
#pragma once

#include "engine/run/channel.h"
#include "engine/run/runner.h"
#include "engine/run/start.h"

namespace sleave {

class ExecRunner final : public Runner {
 public:
  ExecRunner(Target target, Output output, Channel channel)
      : target_(std::move(target)), output_(std::move(output)), channel_(std::move(channel)) {}

  Result<Trace> run(const Plan& plan, Detail detail) override;

 private:
  Target target_;
  Output output_;
  Channel channel_;
};

}  // namespace sleave

#include "engine/run/one_thread.h"

#include <algorithm>
#include <cstddef>
#include <span>

namespace sleave {
namespace {

// FNV-1a, 64 bits.
std::uint64_t hash_of(const std::vector<Plan::Input>& inputs) {
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&](std::uint64_t byte) { hash = (hash ^ byte) * 0x100000001b3; };
  for (const Plan::Input& input : inputs) {
    for (int shift = 0; shift < 64; shift += 8) add(input.name >> shift & 0xff);
    for (const std::byte byte : input.bytes) add(static_cast<std::uint64_t>(byte));
  }
  return hash;
}

bool failed(const Trace& trace) { return trace.outcome() == SLEAVE_OUTCOME_failed || !trace.races.empty(); }

// What the run had, if it was recorded, also where the plan left it to chance.
std::vector<Plan::Input> inputs_of(const Plan& plan, const Trace& trace) {
  if (trace.inputs.empty()) return plan.inputs;
  return plan_from_trace(trace, plan).inputs;
}

Plan plan_in_one_thread(const Plan& plan, const Trace& trace) {
  Plan serial;
  serial.flags = plan.flags & SLEAVE_PLAN_FAIL_ON_EXIT;
  serial.record = SLEAVE_RECORD_PATH_CONSTRAINTS;
  serial.max_events = plan.max_events;
  serial.quiet_events = plan.quiet_events;
  serial.hang_cpu_ms = plan.hang_cpu_ms;
  serial.threads = {{SLEAVE_NO_THREAD, 0}};
  serial.inputs = inputs_of(plan, trace);
  return serial;
}

class OneThreadRunner final : public Runner {
 public:
  OneThreadRunner(std::unique_ptr<Runner> runner, sleave_isolation isolation, const Target& target)
      : runner_(std::move(runner)), isolation_(isolation), target_(target), found_(*target.one_thread) {
    target_.one_thread = nullptr;
  }

  Result<Trace> run(const Plan& plan, Detail detail) override {
    runner_->end_at(deadline());
    Result<Trace> trace = runner_->run(plan, detail);
    return trace && failed(*trace) ? checked(plan, std::move(*trace)) : std::move(trace);
  }

  Result<std::optional<Trace>> run_some(std::span<const Plan> plans, Detail detail, const Seen& seen) override {
    runner_->end_at(deadline());
    std::size_t well = 0;  // runs before the last, which is the only one that can have failed
    const auto counted = [&](const Trace& trace) {
      ++well;
      return seen(trace);
    };
    Result<std::optional<Trace>> last = runner_->run_some(plans, detail, counted);
    if (!last || !*last || well >= plans.size() || !failed(**last)) return last;
    Result<Trace> judged = checked(plans[well], std::move(**last));
    if (!judged) return judged.error();
    return std::optional(std::move(*judged));
  }

  [[nodiscard]] unsigned restarts() const override { return runner_->restarts(); }
  [[nodiscard]] sleave_retirement not_reset_because() const override { return runner_->not_reset_because(); }

 private:
  Result<Trace> checked(const Plan& plan, Trace trace) {
    // One that failed before there was a second thread has failed in one, and shows why if it was recorded.
    const bool is_alone = trace.threads.size() == 1 && !trace.path_constraints.empty();
    if (is_alone && !found_.orders().empty()) return left_out(found_.orders()[0], trace, inputs_of(plan, trace), trace);
    if (Status made = make_runners(); !made) return made.error();
    const Plan serial = plan_in_one_thread(plan, trace);
    for (std::size_t i = 0; i < in_one_thread_.size(); ++i) {
      const Result<Trace> alone = in_one_thread_[i]->run(serial, Detail::full);
      if (!alone) return alone.error();
      if (alone->outcome() == SLEAVE_OUTCOME_exited) continue;
      return left_out(found_.orders()[i], *alone, serial.inputs, std::move(trace));
    }
    return trace;
  }

  Trace left_out(const std::string& order, const Trace& alone, const std::vector<Plan::Input>& inputs, Trace trace) {
    found_.note(order, alone, inputs);
    trace.header.outcome = SLEAVE_OUTCOME_excluded;
    trace.races.clear();
    return trace;
  }

  // Only a failure needs them.
  Status make_runners() {
    for (std::size_t i = in_one_thread_.size(); i < found_.orders().size(); ++i) {
      Target target = target_;
      target.arguments.push_back(found_.orders()[i]);
      Result<std::unique_ptr<Runner>> made = make_runner(isolation_, target, {});
      if (!made) return made.error();
      in_one_thread_.push_back(std::move(*made));
    }
    return ok();
  }

  std::unique_ptr<Runner> runner_;
  sleave_isolation isolation_;
  Target target_;
  OneThread& found_;
  std::vector<std::unique_ptr<Runner>> in_one_thread_;
};

}  // namespace

void OneThread::note(const std::string& order, const Trace& failed, const std::vector<Plan::Input>& inputs) {
  const std::span<const sleave_site> stack = failed.stack(failed.header.finding_stack);
  const std::lock_guard lock(mutex_);
  Request& request = requests_[{failed.header.finding, {stack.begin(), stack.end()}}];
  if (request.inputs.empty()) {
    request.order = order;
    request.failed = failed;
  }
  request.inputs.insert(hash_of(inputs));
}

std::vector<OneThread::Request> OneThread::requests() const {
  const std::lock_guard lock(mutex_);
  std::vector<Request> all;
  for (const auto& [place, request] : requests_) all.push_back(request);
  return all;
}

bool OneThread::has_any() const {
  const std::lock_guard lock(mutex_);
  return !requests_.empty();
}

std::unique_ptr<Runner> make_one_thread_runner(std::unique_ptr<Runner> runner, sleave_isolation isolation,
                                               const Target& target) {
  return std::make_unique<OneThreadRunner>(std::move(runner), isolation, target);
}

}  // namespace sleave

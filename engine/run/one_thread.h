// Runs that fail in one thread, too.
//
// A program with calls in several threads may offer to make them in one, one after the other
// (include/sleave/harness.h). Of a function without a test, the inputs may be such that no caller would
// pass them. So a failed run counts only if the same inputs pass in one thread, in every order of the calls; otherwise
// it is excluded, and noted here as a request: the function asks for other inputs.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/run/runner.h"
#include "engine/run/target.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

// What runners of one campaign have noted. Thread-safe.
class OneThread {
 public:
  // Arguments, one for each order of the calls, with which the program makes them in one thread.
  explicit OneThread(std::vector<std::string> orders) : orders_(std::move(orders)) {}

  struct Request {
    std::string order;                 // argument of the first run that failed there
    Trace failed;                      // that run
    std::set<std::uint64_t> inputs{};  // hashes
  };

  [[nodiscard]] const std::vector<std::string>& orders() const { return orders_; }
  void note(const std::string& order, const Trace& failed, const std::vector<Plan::Input>& inputs);
  [[nodiscard]] std::vector<Request> requests() const;
  [[nodiscard]] bool has_any() const;

 private:
  std::vector<std::string> orders_;
  mutable std::mutex mutex_;
  std::map<std::pair<std::uint32_t, std::vector<sleave_site>>, Request> requests_;  // by finding and stack
};

// `target` has a OneThread.
std::unique_ptr<Runner> make_one_thread_runner(std::unique_ptr<Runner> runner, sleave_isolation isolation,
                                               const Target& target);

}  // namespace sleave

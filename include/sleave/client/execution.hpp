// The threads of a client. They are part of the tested program, so this is compiled with it.
#ifndef SLEAVE_CLIENT_EXECUTION_HPP
#define SLEAVE_CLIENT_EXECUTION_HPP

#include <atomic>
#include <thread>
#include <vector>

#include "hooks.hpp"
#include "subject.hpp"

namespace sleave {
namespace client {

inline std::atomic<std::uint64_t> call_clock{0};  // without Sleave

// Sleave knows the first and the last event of a call without a clock.
class CallTime final : public Ended {
 public:
  CallTime(Interval& time, bool marked, unsigned number) : time_(time), marked_(marked), number_(number) {
    if (marked_) {
      __sleave_call_begins(number_);
    } else {
      time_.first = ++call_clock;
    }
  }
  void operator()() override {
    if (marked_) {
      __sleave_call_ends(number_, &time_.first, &time_.last);
    } else {
      time_.last = ++call_clock;
    }
  }

 private:
  Interval& time_;
  bool marked_;
  unsigned number_;
};

// Lets the threads make their calls, and records what they did.
class Execution {
 public:
  using Step = void (*)();  // null: nothing to do

  Execution(const Subject& subject, const Client& client, Step enter, Step leave)
      : subject_(subject), client_(client), enter_(enter), leave_(leave), objects_(subject, client.made) {
    call_clock = 0;
  }

  History run() {
    parts_.resize(client_.threads.size() + 1);
    handles_.resize(client_.count() + 1);
    if (enter_ != nullptr) enter_();
    perform_all(client_.before, 0, Phase::before);
    recorded_so_far = &parts_;
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < client_.threads.size(); ++i) threads.emplace_back(&Execution::run_thread, this, i);
    for (std::thread& thread : threads) thread.join();
    recorded_so_far = nullptr;
    History history;
    history.reserve(client_.count() + subject_.count(Phase::final) * subject_.objects());
    for (History& part : parts_) {
      for (Recorded& recorded : part) history.push_back(std::move(recorded));
    }
    for (std::size_t object = 0; object < subject_.objects(); ++object) {
      for (std::size_t i = 0; i < subject_.count(Phase::final); ++i) history.push_back(perform({i, {}, 0, object}, 0, Phase::final));
    }
    return history;
  }

 private:
  void run_thread(std::size_t index) {
    if (enter_ != nullptr) enter_();
    perform_all(client_.threads[index], static_cast<int>(index) + 1, Phase::threads);
    if (leave_ != nullptr) leave_();
  }

  void perform_all(const std::vector<Call>& calls, int thread, Phase phase) {
    History& part = parts_[static_cast<std::size_t>(thread)];
    part.reserve(calls.size());
    for (const Call& call : calls) part.push_back(perform(call, thread, phase));
  }

  Recorded perform(const Call& call, int thread, Phase phase) {
    Recorded recorded{call, thread, phase, {}, {}};
    const unsigned number = static_cast<unsigned>(call.number) - static_cast<unsigned>(client_.before.size()) - 1;
    CallTime time(recorded.time, __sleave_call_begins != nullptr && phase == Phase::threads, number);
    recorded.result = subject_.operation(phase, call.operation).perform(objects_, call, handles_, time);
    return recorded;
  }

  const Subject& subject_;
  const Client& client_;
  Step enter_;
  Step leave_;
  Objects objects_;
  Handles handles_;
  std::vector<History> parts_;
};

}  // namespace client
}  // namespace sleave

#endif

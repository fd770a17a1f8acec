// The threads of a client, and what they did. Only the calls themselves are the tested program's code.
#ifndef SLEAVE_CLIENT_EXECUTION_HPP
#define SLEAVE_CLIENT_EXECUTION_HPP

#include <thread>
#include <vector>

#include "subject.hpp"

namespace sleave {
namespace client {

// Lets the threads make their calls, and records what they did.
class Execution {
 public:
  Execution(const Subject& subject, const Client& client)
      : subject_(subject), client_(client), objects_(subject, client.made) {
    call_clock = 0;
  }

  History run() {
    parts_.resize(client_.threads.size() + 1);
    handles_.resize(client_.count() + 1);
    subject_.enter_thread();
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
    subject_.enter_thread();
    perform_all(client_.threads[index], static_cast<int>(index) + 1, Phase::threads);
    subject_.leave_thread();
  }

  void perform_all(const std::vector<Call>& calls, int thread, Phase phase) {
    History& part = parts_[static_cast<std::size_t>(thread)];
    part.reserve(calls.size());
    for (const Call& call : calls) part.push_back(perform(call, thread, phase));
  }

  Recorded perform(const Call& call, int thread, Phase phase) {
    Recorded recorded{call, thread, phase, {}, {}};
    const Operation& operation = subject_.operation(phase, call.operation);
    if (__sleave_call_begins != nullptr && phase != Phase::threads) {
      recorded.result = operation.perform(objects_, call, handles_, CallTime());
    } else {
      const unsigned number = static_cast<unsigned>(call.number) - static_cast<unsigned>(client_.before.size()) - 1;
      const CallTime time(recorded.time, number);
      recorded.result = operation.perform(objects_, call, handles_, time);
    }
    return recorded;
  }

  const Subject& subject_;
  const Client& client_;
  Objects objects_;
  Handles handles_;
  std::vector<History> parts_;
};

}  // namespace client
}  // namespace sleave

#endif

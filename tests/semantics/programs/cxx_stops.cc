// COVERS: stop_source, stop_token and stop_callback between threads: a callback destroyed while it runs, one that
// COVERS: destroys itself, many requests of which one wins; condition_variable_any with a stop token and a time-out.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "say.h"

namespace {

using namespace std::chrono_literals;

void one_request_wins() {
  std::stop_source source;
  std::atomic<int> won{0};
  std::atomic<int> called{0};
  std::stop_callback count(source.get_token(), [&] { ++called; });
  std::vector<std::jthread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([source, &won]() mutable { won += source.request_stop() ? 1 : 0; });
  }
  threads.clear();
  VALUE(won.load());
  VALUE(called.load());
  VALUE(source.stop_requested());
}

// The destructor waits for a callback that runs on another thread.
void destroyed_while_running() {
  std::stop_source source;
  std::atomic<bool> inside{false};
  std::atomic<bool> finished{false};
  auto work = [&] {
    inside = true;
    inside.notify_all();
    std::this_thread::sleep_for(5ms);
    finished = true;
  };
  std::optional<std::stop_callback<decltype(work)>> callback(std::in_place, source.get_token(), work);
  std::jthread requester([&] { source.request_stop(); });
  inside.wait(false);
  callback.reset();
  VALUE(finished.load());
}

struct SelfDestroying {
  struct Call {
    SelfDestroying* owner;
    void operator()() const { owner->callback.reset(); }
  };
  std::optional<std::stop_callback<Call>> callback;
};

void destroys_itself() {
  std::stop_source source;
  SelfDestroying object;
  object.callback.emplace(source.get_token(), SelfDestroying::Call{&object});
  std::jthread([&] { source.request_stop(); }).join();
  VALUE(object.callback.has_value());
}

void conditions() {
  std::mutex mutex;
  std::condition_variable_any changed;
  bool ready = false;
  std::jthread waiter([&](std::stop_token token) {
    std::unique_lock lock(mutex);
    const bool result = changed.wait(lock, token, [&] { return ready; });
    say_value("wait ended with", result);
    const bool timed = changed.wait_for(lock, token, 1h, [] { return false; });
    say_value("stopped wait_for gives", timed);
  });
  {
    const std::scoped_lock lock(mutex);
    ready = true;
  }
  changed.notify_all();
  waiter.request_stop();
  waiter.join();
  std::stop_source source;
  std::unique_lock lock(mutex);
  VALUE(changed.wait_for(lock, source.get_token(), 2ms, [] { return false; }));
  VALUE(changed.wait_until(lock, source.get_token(), std::chrono::steady_clock::now() + 2ms, [] { return false; }));
}

void without_state() {
  std::stop_source none(std::nostopstate);
  VALUE(none.request_stop());
  VALUE(none.stop_possible());
  std::stop_token token;
  {
    std::stop_source source;
    token = source.get_token();
    VALUE(token.stop_possible());
  }
  VALUE(token.stop_possible());
}

}  // namespace

int main() {
  one_request_wins();
  destroyed_while_running();
  destroys_itself();
  conditions();
  without_state();
}

// COVERS: std::condition_variable and condition_variable_any: predicates, time-outs, stop tokens,
// notify_all_at_thread_exit.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <stop_token>
#include <thread>

#include "say.h"

namespace {

using namespace std::chrono_literals;

std::mutex mutex;
std::condition_variable condition;
bool ready;

void time_outs() {
  std::unique_lock lock(mutex);
  VALUE(condition.wait_for(lock, 2ms, [] { return false; }));
  VALUE(condition.wait_until(lock, std::chrono::system_clock::now() + 2ms, [] { return false; }));
  VALUE(condition.wait_until(lock, std::chrono::steady_clock::now() + 2ms, [] { return false; }));
  VALUE(condition.wait_for(lock, 1h, [] { return true; }));
  VALUE(condition.wait_for(lock, -1s, [] { return false; }));
  VALUE(condition.wait_until(lock, std::chrono::steady_clock::now() - 1s) == std::cv_status::timeout);
  VALUE(lock.owns_lock());
}

void notified() {
  std::thread thread([] {
    const std::lock_guard lock(mutex);
    ready = true;
    condition.notify_one();
  });
  std::unique_lock lock(mutex);
  VALUE(condition.wait_for(lock, 1h, [] { return ready; }));
  lock.unlock();
  thread.join();
}

struct SaysAtEnd {
  ~SaysAtEnd() { say("thread_local ends before the notification"); }
};

void at_thread_exit() {
  bool done = false;
  std::thread thread([&] {
    thread_local SaysAtEnd at_end;
    (void)&at_end;
    std::unique_lock lock(mutex);
    done = true;
    std::notify_all_at_thread_exit(condition, std::move(lock));
  });
  std::unique_lock lock(mutex);
  condition.wait(lock, [&] { return done; });
  say("notified at the thread's exit");
  lock.unlock();
  thread.join();
}

void any() {
  std::shared_mutex shared;
  std::condition_variable_any condition_any;
  bool told = false;
  std::thread thread([&] {
    const std::unique_lock writer(shared);
    told = true;
    condition_any.notify_all();
  });
  std::shared_lock reader(shared);
  condition_any.wait(reader, [&] { return told; });
  VALUE(told);
  reader.unlock();
  thread.join();
  std::unique_lock writer(shared);
  VALUE(condition_any.wait_for(writer, 2ms, [] { return false; }));
  std::stop_source source;
  std::thread stopper([&] { source.request_stop(); });
  VALUE(condition_any.wait(writer, source.get_token(), [] { return false; }));
  VALUE(condition_any.wait_for(writer, source.get_token(), 1h, [] { return false; }));
  writer.unlock();
  stopper.join();
}

}  // namespace

int main() {
  time_outs();
  notified();
  at_thread_exit();
  any();
  return 0;
}

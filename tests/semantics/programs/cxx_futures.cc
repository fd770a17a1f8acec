// COVERS: std::async, promise, future, shared_future, packaged_task: values, exceptions, errors, states.
#include <chrono>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

#include "say.h"

namespace {

using namespace std::chrono_literals;

template <typename Function>
void say_exception(const char* what, Function function) {
  try {
    function();
    printf("%s: none\n", what);
  } catch (const std::future_error& error) {
    printf("%s: future error %d\n", what, error.code().value());
  } catch (const std::exception& error) {
    printf("%s: %s\n", what, error.what());
  }
}

const char* name(std::future_status status) {
  return status == std::future_status::ready ? "ready" : status == std::future_status::timeout ? "timeout" : "deferred";
}

void promises() {
  std::promise<std::string> promise;
  std::future<std::string> future = promise.get_future();
  say_exception("second get_future", [&] { promise.get_future(); });
  say(name(future.wait_for(0ms)));
  say(name(future.wait_for(2ms)));
  say(name(future.wait_until(std::chrono::system_clock::now() + 2ms)));
  std::thread thread([&] { promise.set_value("kept"); });
  future.wait();
  say(name(future.wait_for(0ms)));
  say(future.get().c_str());
  VALUE(future.valid());
  thread.join();
  say_exception("set again", [&] { promise.set_value("twice"); });
#ifdef __GLIBCXX__  // where it is an error and not undefined
  say_exception("get of nothing", [&] { future.get(); });
#endif
}

void broken() {
  std::future<int> future;
  {
    std::promise<int> promise;
    future = promise.get_future();
  }
  say_exception("broken promise", [&] { future.get(); });
  std::promise<void> failing;
  std::future<void> failed = failing.get_future();
  std::thread([&] { failing.set_exception(std::make_exception_ptr(std::logic_error("set"))); }).join();
  say_exception("set exception", [&] { failed.get(); });
}

void tasks() {
  std::packaged_task<int(int)> task([](int n) {
    if (n < 0) throw std::domain_error("negative");
    return n * 2;
  });
  std::future<int> future = task.get_future();
  std::thread(std::ref(task), 21).join();
  VALUE(future.get());
  task.reset();
  future = task.get_future();
  std::thread(std::ref(task), -1).join();
  say_exception("task", [&] { future.get(); });
  say_exception("task run twice", [&] { task(1); });
}

void asyncs() {
  std::future<int> eager = std::async(std::launch::async, [] { return 7; });
  std::future<int> lazy = std::async(std::launch::deferred, [] { return 8; });
  say(name(lazy.wait_for(0ms)));
  VALUE(eager.get());
  VALUE(lazy.get());
  std::future<void> failing = std::async(std::launch::async, [] { throw std::runtime_error("async"); });
  say_exception("async", [&] { failing.get(); });
  std::shared_future<int> shared = std::async(std::launch::async, [] { return 9; }).share();
  std::thread([shared] { VALUE(shared.get()); }).join();
  VALUE(shared.get());
}

void at_thread_exit() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread thread([&] { promise.set_value_at_thread_exit(11); });
  VALUE(future.get());
  thread.join();
}

}  // namespace

int main() {
  promises();
  broken();
  tasks();
  asyncs();
  at_thread_exit();
  return 0;
}

// COVERS: std::thread and std::jthread: arguments, errors, ids, moves; stop tokens and callbacks; exceptions carried
// over.
#include <atomic>
#include <exception>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "say.h"

namespace {

template <typename Function>
void say_exception(const char* what, Function function) {
  try {
    function();
    say("no exception");
  } catch (const std::system_error& error) {
    printf("%s: %s\n", what,
           error.code() == std::errc::invalid_argument                ? "invalid_argument"
           : error.code() == std::errc::resource_deadlock_would_occur ? "resource_deadlock_would_occur"
           : error.code() == std::errc::no_such_process               ? "no_such_process"
                                                                      : error.what());
  } catch (const std::exception& error) {
    printf("%s: %s\n", what, error.what());
  }
}

void threads() {
  std::string text = "before";
  std::thread thread([](std::string& to, std::string from) { to = std::move(from); }, std::ref(text), "after");
  VALUE(thread.joinable());
  VALUE(thread.get_id() != std::this_thread::get_id());
  std::thread moved = std::move(thread);
  VALUE(thread.joinable());
  moved.join();
  say(text.c_str());
  VALUE(moved.joinable());
  VALUE(moved.get_id() == std::thread::id());
  say_exception("second join", [&] { moved.join(); });
  say_exception("detach of nothing", [&] { moved.detach(); });
  VALUE(std::thread::hardware_concurrency() > 0);
}

void joins_itself() {
  std::thread thread;
  std::atomic<bool> ready = false;
  std::atomic<bool> done = false;
  thread = std::thread([&] {
    ready.wait(false);
    say_exception("self join", [&] { thread.join(); });
    done = true;
  });
  ready = true;
  ready.notify_one();
  while (!done) std::this_thread::yield();
  thread.join();
}

void carried() {
  std::exception_ptr carried;
  std::thread([&] {
    try {
      throw std::out_of_range("from the thread");
    } catch (...) {
      carried = std::current_exception();
    }
    VALUE(std::uncaught_exceptions());
  }).join();
  say_exception("carried", [&] { std::rethrow_exception(carried); });
}

void stops() {
  std::vector<std::string> heard;
  {
    std::jthread thread([&](std::stop_token token) {
      std::stop_callback callback(token, [&] { heard.push_back("callback"); });
      while (!token.stop_requested()) std::this_thread::yield();
    });
    VALUE(thread.get_stop_token().stop_possible());
    VALUE(thread.request_stop());
    VALUE(thread.request_stop());
  }
  std::stop_source source;
  std::stop_callback first(source.get_token(), [&] { heard.push_back("first"); });
  {
    std::stop_callback gone(source.get_token(), [&] { heard.push_back("gone"); });
  }
  std::thread([&] { source.request_stop(); }).join();
  std::stop_callback late(source.get_token(), [&] { heard.push_back("late"); });
  VALUE(heard.size());
  for (const std::string& word : heard) say(word.c_str());
  VALUE(std::stop_token().stop_possible());
}

}  // namespace

int main() {
  threads();
  joins_itself();
  carried();
  stops();
  return 0;
}

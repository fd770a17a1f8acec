// COVERS: std mutexes of every kind, unique_lock, scoped_lock, std::lock, try_lock, shared_lock, with time-outs.
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <system_error>
#include <thread>

#include "say.h"

namespace {

using namespace std::chrono_literals;

template <typename Function>
void elsewhere(Function function) {
  std::thread(function).join();
}

template <typename Function>
void say_exception(const char* what, Function function) {
  try {
    function();
    printf("%s: none\n", what);
  } catch (const std::system_error& error) {
    printf("%s: %s\n", what, std::generic_category().message(error.code().value()).c_str());
  }
}

void plain() {
  std::mutex mutex;
  VALUE(mutex.try_lock());
  elsewhere([&] { VALUE(mutex.try_lock()); });
  mutex.unlock();
  std::unique_lock lock(mutex, std::defer_lock);
  VALUE(lock.owns_lock());
  say_exception("unlock without lock", [&] { lock.unlock(); });
  lock.lock();
  say_exception("lock twice", [&] { lock.lock(); });
  elsewhere([&] { VALUE(std::unique_lock(mutex, std::try_to_lock).owns_lock()); });
  std::unique_lock moved = std::move(lock);
  VALUE(moved.owns_lock());
  say_exception("lock of nothing", [&] { lock.lock(); });
}

void recursive() {
  std::recursive_mutex mutex;
  const std::lock_guard first(mutex);
  const std::lock_guard second(mutex);
  VALUE(mutex.try_lock());
  mutex.unlock();
  elsewhere([&] { VALUE(mutex.try_lock()); });
}

void timed() {
  std::timed_mutex mutex;
  std::recursive_timed_mutex again;
  VALUE(mutex.try_lock_for(1ms));
  VALUE(again.try_lock_for(1ms));
  VALUE(again.try_lock_until(std::chrono::system_clock::now()));
  elsewhere([&] {
    VALUE(mutex.try_lock_for(2ms));
    VALUE(mutex.try_lock_for(-2ms));
    VALUE(mutex.try_lock_until(std::chrono::steady_clock::now() + 2ms));
    VALUE(mutex.try_lock_until(std::chrono::system_clock::now() + 2ms));
    VALUE(again.try_lock_for(2ms));
  });
  again.unlock();
  again.unlock();
  mutex.unlock();
}

void shared() {
  std::shared_mutex mutex;
  std::shared_timed_mutex timed;
  {
    const std::shared_lock reader(mutex);
    elsewhere([&] {
      VALUE(mutex.try_lock_shared());
      mutex.unlock_shared();
      VALUE(mutex.try_lock());
    });
  }
  const std::unique_lock writer(mutex);
#ifdef __GLIBCXX__  // where it is an error; elsewhere it waits for itself
  say_exception("write-lock again", [&] { mutex.lock(); });
#endif
  elsewhere([&] { VALUE(mutex.try_lock_shared()); });
  const std::unique_lock timed_writer(timed);
  elsewhere([&] {
    VALUE(timed.try_lock_shared_for(2ms));
    VALUE(timed.try_lock_until(std::chrono::system_clock::now() + 2ms));
    VALUE(timed.try_lock_shared_until(std::chrono::steady_clock::now() + 2ms));
  });
}

void several() {
  std::mutex a, b, c;
  VALUE(std::try_lock(a, b, c));
  elsewhere([&] { VALUE(std::try_lock(c, b)); });
  b.unlock();
  elsewhere([&] { VALUE(std::try_lock(b, a, c)); });
  VALUE(b.try_lock());
  a.unlock();
  b.unlock();
  c.unlock();
  int count = 0;
  std::thread one([&] {
    for (int i = 0; i < 10; ++i) {
      const std::scoped_lock lock(a, b);
      ++count;
    }
  });
  for (int i = 0; i < 10; ++i) {
    const std::scoped_lock lock(b, a);
    ++count;
  }
  one.join();
  VALUE(count);
}

}  // namespace

int main() {
  plain();
  recursive();
  timed();
  shared();
  several();
  return 0;
}

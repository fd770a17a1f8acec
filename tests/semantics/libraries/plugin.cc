// Loaded at run time by programs/plugin.cc: threads, thread_locals, statics and exceptions of a library of its own.
#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "say.h"

namespace {

struct Noisy {
  explicit Noisy(const char* name) : name_(name) { printf("begin %s\n", name_); }
  ~Noisy() {
    printf("end %s\n", name_);
    fflush(stdout);
  }
  void touch() const {}
  const char* name_;
};

const Noisy global("global of the library");
thread_local const Noisy of_thread("thread_local of the library");
std::mutex mutex;
int count;

}  // namespace

extern "C" int plugin_count(int threads) {
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i) {
    all.emplace_back([] {
      for (int k = 0; k < 10; ++k) {
        const std::lock_guard lock(mutex);
        ++count;
      }
    });
  }
  for (std::thread& thread : all) thread.join();
  return count;
}

extern "C" void plugin_thread_local() {
  std::thread([] { of_thread.touch(); }).join();
}

extern "C" void plugin_throw() { throw std::runtime_error("thrown by the library"); }

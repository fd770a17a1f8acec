// COVERS: pthread_exit runs C++ destructors and is rethrown through catch (...); order of thread_local destructors.
#include <cxxabi.h>
#include <pthread.h>

#include <string>
#include <thread>

#include "say.h"

namespace {

struct Noisy {
  explicit Noisy(std::string name) : name_(std::move(name)) { say(("begin " + name_).c_str()); }
  ~Noisy() { say(("end " + name_).c_str()); }
  void touch() const {}
  std::string name_;
};

thread_local Noisy outer("thread_local outer");

struct MakesAnother {
  ~MakesAnother() {
    thread_local Noisy late("thread_local made by a destructor");
    late.touch();
    say("end MakesAnother");
  }
  void touch() const {}
};

void clean(void*) { say("clean-up handler"); }

void deep(int depth) {
  const Noisy local("local " + std::to_string(depth));
  if (depth == 0) pthread_exit(reinterpret_cast<void*>(5));
  deep(depth - 1);
}

void* leaves(void*) {
  outer.touch();
  thread_local Noisy inner("thread_local inner");
  inner.touch();
  pthread_cleanup_push(clean, nullptr);
  try {
    deep(2);
  } catch (abi::__forced_unwind&) {
    say("forced unwinding passes");
    throw;
  }
  pthread_cleanup_pop(0);
  return nullptr;
}

void* swallows_nothing(void*) {
  try {
    deep(1);
  } catch (...) {
    say("catch (...) passes it on");
    throw;
  }
  return nullptr;
}

void forget(void*) { say("key destructor, after thread_locals"); }

void* returns(void*) {
  pthread_key_t key;
  pthread_key_create(&key, forget);
  pthread_setspecific(key, &outer);
  thread_local MakesAnother maker;
  maker.touch();
  outer.touch();
  return nullptr;
}

void let(void* (*work)(void*)) {
  pthread_t thread;
  void* result = nullptr;
  if (pthread_create(&thread, nullptr, work, nullptr) != 0) say("no thread");
  ERROR(pthread_join(thread, &result));
  VALUE(reinterpret_cast<long>(result));
}

}  // namespace

int main() {
  let(leaves);
  let(swallows_nothing);
  let(returns);
  std::thread([] { outer.touch(); }).join();
  outer.touch();
  return 0;
}

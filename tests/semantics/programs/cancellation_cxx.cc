// COVERS: cancellation unwinds C++ frames: destructors, catch (...) with rethrow, std::thread, waits of the library.
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "say.h"

namespace {

sem_t ready;

struct Loud {
  explicit Loud(const char* text) : name(text) {}
  ~Loud() { say(name); }
  const char* name;
};

void* in_frames(void*) {
  Loud outer("outer destructor");
  try {
    Loud inner("inner destructor");
    sem_post(&ready);
    for (;;) sleep(1000);
  } catch (...) {
    say("catch and rethrow");
    throw;
  }
  return nullptr;
}

std::mutex lock;
std::condition_variable condition;

void* in_condition(void*) {
  std::unique_lock<std::mutex> guard(lock);
  sem_post(&ready);
  condition.wait(guard, [] { return false; });
  return nullptr;
}

struct Holder {
  ~Holder() { say("thread_local destructor"); }
  int touched = 0;
};
thread_local Holder holder;

void* with_thread_local(void*) {
  holder.touched = 1;
  sem_post(&ready);
  for (;;) pthread_testcancel();
  return nullptr;
}

void cancel(void* (*routine)(void*)) {
  pthread_t thread;
  void* result = nullptr;
  pthread_create(&thread, nullptr, routine, nullptr);
  sem_wait(&ready);
  usleep(1000);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  VALUE(result == PTHREAD_CANCELED);
}

}  // namespace

int main() {
  sem_init(&ready, 0, 0);
  cancel(in_frames);
  cancel(in_condition);
  VALUE(lock.try_lock());
  lock.unlock();
  cancel(with_thread_local);
  return 0;
}

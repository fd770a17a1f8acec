// CLASSES: conditions 1 = 2 + 0
// CLASSES: conditions 2 = 6 + 4
// CLASSES: broadcast 2 = 10 + 0
// CLASSES: lost = 2 + 1
// CLASSES: semaphore 1 2 = 2 + 0
// CLASSES: semaphore 2 3 = 54 + 0
// CLASSES: posts = 4 + 0
// CLASSES: starving = 0 + 2
// CLASSES: once 2 = 2 + 0
// CLASSES: once 3 = 3 + 0
// CLASSES: readers 1 = 2 + 0
// CLASSES: readers 2 = 14 + 0
// CLASSES: spin 3 = 6 + 0
// CLASSES: barrier 2 = 2 + 0
// CLASSES: barrier 3 = 6 + 0
// Other synchronization objects. A lock that every thread takes once has n! orders, and so have n arrivals at a
// barrier; who is first decides once. The others were enumerated.
#include <pthread.h>
#include <semaphore.h>

#include <atomic>
#include <cstdlib>
#include <string>

#include "together.h"

static std::atomic<int> x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t control = PTHREAD_ONCE_INIT;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static sem_t semaphore;

static void wait_if_zero() {
  pthread_mutex_lock(&mutex);
  if (x == 0) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
}

static void set_and(int (*wake)(pthread_cond_t*)) {
  pthread_mutex_lock(&mutex);
  x = 1;
  wake(&condition);
  pthread_mutex_unlock(&mutex);
}

static Bodies with(Bodies bodies, const std::function<void()>& another) {
  bodies.push_back(another);
  return bodies;
}

static void wait_if_seen_zero() {
  if (x != 0) return;
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
}

static void set_then_signal() {
  x = 1;
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
}

static void pass() {
  sem_wait(&semaphore);
  sem_post(&semaphore);
}

static void read_shared() {
  pthread_rwlock_rdlock(&shared);
  x.load();
  pthread_rwlock_unlock(&shared);
}

static void write_shared() {
  pthread_rwlock_wrlock(&shared);
  x = 1;
  pthread_rwlock_unlock(&shared);
}

int main(int count, char** argv) {
  const std::string shape = argv[1];
  const int n = count > 2 ? std::atoi(argv[2]) : 0;
  sem_init(&semaphore, 0, shape == "semaphore" ? static_cast<unsigned>(n) : 0);
  pthread_spin_init(&spin, 0);
  if (shape == "barrier") pthread_barrier_init(&barrier, nullptr, static_cast<unsigned>(n));
  const auto wait = [] { sem_wait(&semaphore); };
  const auto post = [] { sem_post(&semaphore); };
  if (shape == "conditions") together(with(times(n, wait_if_zero), [] { set_and(pthread_cond_signal); }));
  if (shape == "broadcast") together(with(times(n, wait_if_zero), [] { set_and(pthread_cond_broadcast); }));
  if (shape == "lost") together({wait_if_seen_zero, set_then_signal});
  if (shape == "semaphore") together(times(std::atoi(argv[3]), pass));
  if (shape == "posts") together({[&] { wait(), wait(); }, post, post});
  if (shape == "starving") together({wait, wait, post});
  if (shape == "once") together(times(n, [] { pthread_once(&control, [] { x = 1; }), x.load(); }));
  if (shape == "readers") together(with(times(n, read_shared), write_shared));
  if (shape == "spin") together(times(n, [] { pthread_spin_lock(&spin), pthread_spin_unlock(&spin); }));
  if (shape == "barrier") together(times(n, [] { pthread_barrier_wait(&barrier), x.load(); }));
}

// COVERS: eventfd, eventfd_read, eventfd_write; semaphore mode, overflow, blocking both ways
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "say.h"

static void errors(void) {
  uint64_t value = 0;
  char byte = 0;
  RESULT(eventfd(0, 0x100));
  const int counter = eventfd(3, EFD_NONBLOCK);
  RESULT(read(counter, &byte, 1));
  RESULT(write(counter, &byte, 1));
  RESULT(read(counter, &value, sizeof value));
  VALUE(value);
  RESULT(read(counter, &value, sizeof value));
  value = UINT64_MAX;
  RESULT(write(counter, &value, sizeof value));
  value = UINT64_MAX - 1;
  RESULT(write(counter, &value, sizeof value));
  value = 1;
  RESULT(write(counter, &value, sizeof value));
  struct pollfd one = {counter, POLLIN | POLLOUT, 0};
  RESULT(poll(&one, 1, 0));
  VALUE(one.revents);
  RESULT(eventfd_read(counter, &value));
  VALUE(value == UINT64_MAX - 1);
  RESULT(eventfd_read(counter, &value));
  RESULT(eventfd_write(counter, 7));
  RESULT(eventfd_write(counter, UINT64_MAX - 7));
  RESULT(eventfd_write(counter, UINT64_MAX - 8));
  RESULT(close(counter));
  RESULT(eventfd_write(counter, 7));
}

static void semaphore_mode(void) {
  uint64_t value = 0;
  const int counter = eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK);
  for (int i = 0; i < 3; ++i) RESULT(eventfd_read(counter, &value));
  VALUE(value);
  RESULT(close(counter));
}

static int shared;

static void* adds_later(void* unused) {
  usleep(10000);
  eventfd_write(shared, 5);
  return unused;
}

static void* takes_later(void* unused) {
  uint64_t value = 0;
  usleep(10000);
  eventfd_read(shared, &value);
  return unused;
}

static void blocking(void) {
  pthread_t other;
  uint64_t value = 0;
  shared = eventfd(0, 0);
  pthread_create(&other, NULL, adds_later, NULL);
  RESULT(eventfd_read(shared, &value));
  VALUE(value);
  pthread_join(other, NULL);
  RESULT(eventfd_write(shared, UINT64_MAX - 3));
  pthread_create(&other, NULL, takes_later, NULL);
  RESULT(eventfd_write(shared, 4));
  pthread_join(other, NULL);
  RESULT(eventfd_read(shared, &value));
  VALUE(value);
  RESULT(close(shared));
}

static void* worker(void* sum) {
  uint64_t value = 0;
  for (int i = 0; i < 5; ++i) {
    if (eventfd_read(shared, &value) == 0) *(long*)sum += (long)value;
  }
  return NULL;
}

static void shared_semaphore(void) {
  pthread_t workers[3];
  long sums[3] = {0, 0, 0};
  shared = eventfd(0, EFD_SEMAPHORE);
  for (int i = 0; i < 3; ++i) pthread_create(&workers[i], NULL, worker, &sums[i]);
  for (int i = 0; i < 5; ++i) eventfd_write(shared, 3);
  for (int i = 0; i < 3; ++i) pthread_join(workers[i], NULL);
  VALUE(sums[0]);
  VALUE(sums[1]);
  VALUE(sums[2]);
  RESULT(close(shared));
}

int main(void) {
  errors();
  semaphore_mode();
  blocking();
  shared_semaphore();
}

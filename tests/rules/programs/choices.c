/* Each case fails only if the choice is taken at that function: time-outs that come early, sleeps and
 * timers that end before others go on, wakes without a signal, another waiter, try-locks and allocations that fail,
 * reads that fall short, addresses that come back. */
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <malloc.h>
#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "cases.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;
static mtx_t c_mutex;
static cnd_t c_condition;
static int ready;
static const struct timespec far = {1u << 31, 0}; /* on every clock */

static pthread_t start(void* (*body)(void*)) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  return thread;
}

/* A thread that holds everything for a while, and one that makes everything ready later. */
static void* hold(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_rwlock_wrlock(&rwlock);
  mtx_lock(&c_mutex);
  usleep(10);
  mtx_unlock(&c_mutex);
  pthread_rwlock_unlock(&rwlock);
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void held(void) {
  mtx_init(&c_mutex, mtx_timed);
  start(hold);
  usleep(1);
}
static void* set_ready(void* unused) {
  usleep(10);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  mtx_lock(&c_mutex);
  cnd_signal(&c_condition);
  mtx_unlock(&c_mutex);
  sem_post(&semaphore);
  return unused;
}
static void ready_later(void) {
  mtx_init(&c_mutex, mtx_timed);
  cnd_init(&c_condition);
  sem_init(&semaphore, 0, 0);
  start(set_ready);
}

CASE(timeout, pthread_mutex_timedlock) {
  held();
  assert(pthread_mutex_timedlock(&mutex, &far) == 0);
}
CASE(timeout, pthread_mutex_clocklock) {
  held();
  assert(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &far) == 0);
}
CASE(timeout, mtx_timedlock) {
  held();
  assert(mtx_timedlock(&c_mutex, &far) == thrd_success);
}
CASE(timeout, pthread_rwlock_timedrdlock) {
  held();
  assert(pthread_rwlock_timedrdlock(&rwlock, &far) == 0);
}
CASE(timeout, pthread_rwlock_clockrdlock) {
  held();
  assert(pthread_rwlock_clockrdlock(&rwlock, CLOCK_MONOTONIC, &far) == 0);
}
CASE(timeout, pthread_rwlock_timedwrlock) {
  held();
  assert(pthread_rwlock_timedwrlock(&rwlock, &far) == 0);
}
CASE(timeout, pthread_rwlock_clockwrlock) {
  held();
  assert(pthread_rwlock_clockwrlock(&rwlock, CLOCK_MONOTONIC, &far) == 0);
}
CASE(timeout, pthread_cond_timedwait) {
  ready_later();
  pthread_mutex_lock(&mutex);
  while (!ready) assert(pthread_cond_timedwait(&condition, &mutex, &far) == 0);
  pthread_mutex_unlock(&mutex);
}
CASE(timeout, pthread_cond_clockwait) {
  ready_later();
  pthread_mutex_lock(&mutex);
  while (!ready) assert(pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &far) == 0);
  pthread_mutex_unlock(&mutex);
}
CASE(timeout, cnd_timedwait) {
  ready_later();
  mtx_lock(&c_mutex);
  assert(cnd_timedwait(&c_condition, &c_mutex, &far) == thrd_success);
  mtx_unlock(&c_mutex);
}
CASE(timeout, sem_timedwait) {
  ready_later();
  assert(sem_timedwait(&semaphore, &far) == 0);
}
CASE(timeout, sem_clockwait) {
  ready_later();
  assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &far) == 0);
}
CASE(timeout, pthread_timedjoin_np) {
  ready_later();
  assert(pthread_timedjoin_np(start(hold), NULL, &far) == 0);
}
CASE(timeout, pthread_clockjoin_np) {
  ready_later();
  assert(pthread_clockjoin_np(start(hold), NULL, CLOCK_MONOTONIC, &far) == 0);
}

static int written;
static void* write_soon(void* unused) {
  pthread_mutex_lock(&mutex);
  written = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}
static int is_written(void) {
  pthread_mutex_lock(&mutex);
  const int result = written;
  pthread_mutex_unlock(&mutex);
  return result;
}
static const struct timespec a_second = {1, 0};

CASE(sleep, nanosleep) {
  start(write_soon);
  nanosleep(&a_second, NULL);
  assert(is_written());
}
CASE(sleep, clock_nanosleep) {
  start(write_soon);
  clock_nanosleep(CLOCK_MONOTONIC, 0, &a_second, NULL);
  assert(is_written());
}
CASE(sleep, usleep) {
  start(write_soon);
  usleep(1000);
  assert(is_written());
}
CASE(sleep, sleep) {
  start(write_soon);
  sleep(1);
  assert(is_written());
}
CASE(sleep, thrd_sleep) {
  start(write_soon);
  thrd_sleep(&a_second, NULL);
  assert(is_written());
}

static volatile sig_atomic_t gone_off;
static void go_off(int number) { gone_off = number; }
static void pass_by(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

CASE(timer, timerfd_settime) {
  const struct itimerspec once = {{0, 0}, a_second};
  uint64_t times;
  const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  timerfd_settime(timer, 0, &once, NULL);
  pass_by();
  assert(read(timer, &times, sizeof times) < 0);
}
CASE(timer, timer_settime) {
  const struct itimerspec once = {{0, 0}, a_second};
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
  timer_t timer;
  signal(SIGUSR1, go_off);
  timer_create(CLOCK_MONOTONIC, &event, &timer);
  timer_settime(timer, 0, &once, NULL);
  pass_by();
  assert(!gone_off);
}
CASE(timer, setitimer) {
  const struct itimerval once = {{0, 0}, {1, 0}};
  signal(SIGALRM, go_off);
  setitimer(ITIMER_REAL, &once, NULL);
  pass_by();
  assert(!gone_off);
}
CASE(timer, alarm) {
  signal(SIGALRM, go_off);
  alarm(1);
  pass_by();
  assert(!gone_off);
}

static mqd_t queue;
static void* use_queue(void* unused) {
  char text[8];
  usleep(10);
  mq_send(queue, "x", 1, 0);
  usleep(10);
  mq_receive(queue, text, sizeof text, NULL);
  return unused;
}
static void with_queue(void) {
  struct mq_attr small = {.mq_maxmsg = 1, .mq_msgsize = 8};
  queue = mq_open("/rules", O_CREAT | O_RDWR, 0600, &small);
  start(use_queue);
}
CASE(timeout, mq_timedreceive) {
  char text[8];
  with_queue();
  assert(mq_timedreceive(queue, text, sizeof text, NULL, &far) == 1);
}
CASE(timeout, mq_timedsend) {
  with_queue();
  usleep(15);
  assert(mq_timedsend(queue, "y", 1, 0, &far) == 0);
}

static uint32_t word;
static long futex(int operation, uint32_t value, const struct timespec* time) {
  return syscall(SYS_futex, &word, operation | FUTEX_PRIVATE_FLAG, value, time, NULL, ~0u);
}
static void* wake_word(void* unused) {
  usleep(10);
  __atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
  futex(FUTEX_WAKE, 1, NULL);
  return unused;
}
CASE(timeout, syscall) {
  start(wake_word);
  if (__atomic_load_n(&word, __ATOMIC_SEQ_CST) == 0) assert(futex(FUTEX_WAIT_BITSET, 0, &far) == 0 || errno == EAGAIN);
}
CASE(spurious, syscall) {
  start(wake_word);
  if (futex(FUTEX_WAIT, 0, NULL) == 0) assert(__atomic_load_n(&word, __ATOMIC_SEQ_CST) == 1);
}

CASE(spurious, pthread_cond_wait) {
  ready_later();
  pthread_mutex_lock(&mutex);
  if (!ready) pthread_cond_wait(&condition, &mutex);
  assert(ready);
}
CASE(spurious, pthread_cond_timedwait) {
  ready_later();
  pthread_mutex_lock(&mutex);
  if (!ready && pthread_cond_timedwait(&condition, &mutex, &far) == 0) assert(ready);
}
CASE(spurious, pthread_cond_clockwait) {
  ready_later();
  pthread_mutex_lock(&mutex);
  if (!ready && pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &far) == 0) assert(ready);
}

static int c_ready;
static void* set_c_ready(void* unused) {
  usleep(10);
  mtx_lock(&c_mutex);
  c_ready = 1;
  cnd_signal(&c_condition);
  mtx_unlock(&c_mutex);
  return unused;
}
static void c_ready_later(void) {
  mtx_init(&c_mutex, mtx_timed);
  cnd_init(&c_condition);
  start(set_c_ready);
  mtx_lock(&c_mutex);
}
CASE(spurious, cnd_wait) {
  c_ready_later();
  if (!c_ready) cnd_wait(&c_condition, &c_mutex);
  assert(c_ready);
}
CASE(spurious, cnd_timedwait) {
  c_ready_later();
  if (!c_ready && cnd_timedwait(&c_condition, &c_mutex, &far) == thrd_success) assert(c_ready);
}

/* Two wait, one after the other; the first is woken first unless it is chosen otherwise. */
static int first_woken;
static void* wait_in_line(void* place) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
  if (first_woken == 0) first_woken = (int)(intptr_t)place;
  pthread_mutex_unlock(&mutex);
  return NULL;
}
static int wait_in_c_line(void* place) {
  mtx_lock(&c_mutex);
  cnd_wait(&c_condition, &c_mutex);
  if (first_woken == 0) first_woken = (int)(intptr_t)place;
  mtx_unlock(&c_mutex);
  return 0;
}
static void* wait_for_word(void* place) {
  futex(FUTEX_WAIT, 0, NULL);
  if (first_woken == 0) first_woken = (int)(intptr_t)place;
  return NULL;
}
static void two_in(void* (*body)(void*)) {
  pthread_t thread;
  for (intptr_t place = 1; place <= 2; ++place) {
    pthread_create(&thread, NULL, body, (void*)place);
    usleep(1);
  }
}
CASE(wake, pthread_cond_signal) {
  two_in(wait_in_line);
  pthread_cond_signal(&condition);
  usleep(1);
  pthread_mutex_lock(&mutex);
  assert(first_woken == 1);
}
CASE(wake, cnd_signal) {
  thrd_t thread;
  mtx_init(&c_mutex, mtx_plain);
  cnd_init(&c_condition);
  for (intptr_t place = 1; place <= 2; ++place) {
    thrd_create(&thread, wait_in_c_line, (void*)place);
    usleep(1);
  }
  cnd_signal(&c_condition);
  usleep(1);
  mtx_lock(&c_mutex);
  assert(first_woken == 1);
}
CASE(wake, syscall) {
  two_in(wait_for_word);
  futex(FUTEX_WAKE, 1, NULL);
  usleep(1);
  assert(first_woken == 1);
}

CASE(try_fail, mtx_trylock) {
  mtx_init(&c_mutex, mtx_plain);
  assert(mtx_trylock(&c_mutex) == thrd_success);
}

/* What a run may choose counts from its first thread on. */
static void* nothing(void* unused) { return unused; }
static void* volatile block; /* so that the compiler keeps the call */
static uintptr_t freed_address(void) {
  pthread_join(start(nothing), NULL);
  block = malloc(10);
  const uintptr_t address = (uintptr_t)block;
  free(block);
  return address;
}

CASE(alloc, malloc) {
  start(nothing);
  block = malloc(10);
  assert(block != NULL);
}
CASE(alloc, calloc) {
  start(nothing);
  block = calloc(2, 10);
  assert(block != NULL);
}
CASE(alloc, realloc) {
  start(nothing);
  block = realloc(NULL, 10);
  assert(block != NULL);
}
CASE(alloc, reallocarray) {
  start(nothing);
  block = reallocarray(NULL, 2, 10);
  assert(block != NULL);
}
CASE(alloc, memalign) {
  start(nothing);
  block = memalign(64, 10);
  assert(block != NULL);
}
CASE(alloc, aligned_alloc) {
  start(nothing);
  block = aligned_alloc(64, 64);
  assert(block != NULL);
}
CASE(alloc, valloc) {
  start(nothing);
  block = valloc(10);
  assert(block != NULL);
}
CASE(alloc, pvalloc) {
  start(nothing);
  block = pvalloc(10);
  assert(block != NULL);
}
CASE(alloc, posix_memalign) {
  void* aligned = NULL;
  start(nothing);
  assert(posix_memalign(&aligned, 64, 64) == 0);
}
static int nothing_c(void* unused) { return unused != NULL; }
CASE(alloc, thrd_create) {
  thrd_t thread;
  assert(thrd_create(&thread, nothing_c, NULL) == thrd_success);
}
CASE(alloc, pthread_create) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, nothing, NULL) == 0);
}

static int ends[2];
static char text[8];
static void four_bytes(void) {
  start(nothing);
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 || write(ends[1], "four", 4) != 4) exit(3);
}
CASE(short, read) {
  four_bytes();
  assert(read(ends[0], text, sizeof text) == 4);
}
CASE(short, readv) {
  const struct iovec part = {text, sizeof text};
  four_bytes();
  assert(readv(ends[0], &part, 1) == 4);
}
CASE(short, recv) {
  four_bytes();
  assert(recv(ends[0], text, sizeof text, 0) == 4);
}

CASE(short, recvfrom) {
  four_bytes();
  assert(recvfrom(ends[0], text, sizeof text, 0, NULL, NULL) == 4);
}
CASE(short, recvmsg) {
  struct iovec part = {text, sizeof text};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  four_bytes();
  assert(recvmsg(ends[0], &message, 0) == 4);
}
CASE(short, write) {
  four_bytes();
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  assert(write(ends[1], "four", 4) == 4);
}

CASE(reuse, free) {
  const uintptr_t address = freed_address();
  block = malloc(10);
  assert((uintptr_t)block != address);
}
CASE(reuse, malloc) {
  const uintptr_t address = freed_address();
  block = malloc(10);
  assert((uintptr_t)block != address);
}
CASE(reuse, calloc) {
  const uintptr_t address = freed_address();
  block = calloc(1, 10);
  assert((uintptr_t)block != address);
}
CASE(reuse, realloc) {
  const uintptr_t address = freed_address();
  block = realloc(NULL, 10);
  assert((uintptr_t)block != address);
}

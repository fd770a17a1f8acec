/* Calls that fill memory of their caller inside the C library or the kernel, beside a thread that reads the same
 * memory. Each is a data race; check_filled.py runs them one by one.
 *
 *   FILLS(name, call)    the call fills `shared` */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static union {
  char bytes[8192];
  int number;
  void* pointer;
  time_t seconds;
  struct timespec timespec;
  struct timeval timeval;
  struct tm parts;
  struct tms ticks;
  struct itimerval interval;
  struct rusage usage;
  struct rlimit limit;
  struct stat status;
  struct pollfd polled[1];
  struct epoll_event event;
  struct sigaction action;
  stack_t stack;
  sigset_t signals;
  fd_set descriptors;
  cpu_set_t processors;
  pthread_t thread;
  thrd_t c11_thread;
  pthread_key_t key;
  pthread_attr_t attributes;
  pthread_mutexattr_t mutex_attributes;
  pthread_condattr_t condition_attributes;
  int pair[2];
} shared;

static sem_t semaphore;
static int sockets[2];
static int polls;
static pthread_t ended;
static struct timeval no_time;

static void* nothing(void* unused) { return unused; }
static int c11_nothing(void* unused) { return unused != 0; }
static pthread_t self(void) { return pthread_self(); }

#define ALL_FILLS                                                                                      \
  FILLS(clock_gettime, clock_gettime(CLOCK_MONOTONIC, &shared.timespec))                               \
  FILLS(clock_getres, clock_getres(CLOCK_MONOTONIC, &shared.timespec))                                 \
  FILLS(gettimeofday, gettimeofday(&shared.timeval, 0))                                                \
  FILLS(time, time(&shared.seconds))                                                                   \
  FILLS(timespec_get, timespec_get(&shared.timespec, TIME_UTC))                                        \
  FILLS(times, times(&shared.ticks))                                                                   \
  FILLS(getrusage, getrusage(RUSAGE_SELF, &shared.usage))                                              \
  FILLS(gmtime_r, gmtime_r(&(time_t){0}, &shared.parts))                                               \
  FILLS(getitimer, getitimer(ITIMER_REAL, &shared.interval))                                           \
  FILLS(fstat, fstat(1, &shared.status))                                                               \
  FILLS(stat, stat("/", &shared.status))                                                               \
  FILLS(getrlimit, getrlimit(RLIMIT_NOFILE, &shared.limit))                                            \
  FILLS(getcwd, getcwd(shared.bytes, sizeof shared.bytes))                                             \
  FILLS(readlink, readlink("/proc/self/exe", shared.bytes, sizeof shared.bytes))                       \
  FILLS(realpath, realpath("/", shared.bytes))                                                         \
  FILLS(sem_getvalue, sem_getvalue(&semaphore, &shared.number))                                        \
  FILLS(pipe, pipe(shared.pair))                                                                       \
  FILLS(pipe2, pipe2(shared.pair, 0))                                                                  \
  FILLS(socketpair, socketpair(AF_UNIX, SOCK_STREAM, 0, shared.pair))                                  \
  FILLS(poll, poll(shared.polled, 1, 0))                                                               \
  FILLS(select, select(sockets[1] + 1, 0, &shared.descriptors, 0, &no_time))                           \
  FILLS(epoll_wait, epoll_wait(polls, &shared.event, 1, 0))                                            \
  FILLS(getsockname, getsockname(sockets[0], (struct sockaddr*)shared.bytes, &(socklen_t){100}))       \
  FILLS(getsockopt, getsockopt(sockets[0], SOL_SOCKET, SO_TYPE, shared.bytes, &(socklen_t){4}))        \
  FILLS(recv, recv(sockets[0], shared.bytes, 4, 0))                                                    \
  FILLS(getrandom, getrandom(shared.bytes, 8, 0))                                                      \
  FILLS(getentropy, getentropy(shared.bytes, 8))                                                       \
  FILLS(rand_r, rand_r((unsigned*)shared.bytes))                                                       \
  FILLS(posix_memalign, posix_memalign(&shared.pointer, 64, 64))                                       \
  FILLS(pthread_create, pthread_create(&shared.thread, 0, nothing, 0))                                 \
  FILLS(thrd_create, thrd_create(&shared.c11_thread, c11_nothing, 0))                                  \
  FILLS(pthread_join, pthread_join(ended, &shared.pointer))                                            \
  FILLS(pthread_key_create, pthread_key_create(&shared.key, 0))                                        \
  FILLS(pthread_getname_np, pthread_getname_np(self(), shared.bytes, 16))                              \
  FILLS(pthread_getaffinity_np, pthread_getaffinity_np(self(), sizeof(cpu_set_t), &shared.processors)) \
  FILLS(sched_getaffinity, sched_getaffinity(0, sizeof(cpu_set_t), &shared.processors))                \
  FILLS(pthread_getcpuclockid, pthread_getcpuclockid(self(), &shared.number))                          \
  FILLS(pthread_setcancelstate, pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &shared.number))        \
  FILLS(pthread_sigmask, pthread_sigmask(SIG_BLOCK, 0, &shared.signals))                               \
  FILLS(sigaction, sigaction(SIGUSR1, 0, &shared.action))                                              \
  FILLS(sigpending, sigpending(&shared.signals))                                                       \
  FILLS(sigemptyset, sigemptyset(&shared.signals))                                                     \
  FILLS(sigaltstack, sigaltstack(0, &shared.stack))                                                    \
  FILLS(pthread_attr_init, pthread_attr_init(&shared.attributes))                                      \
  FILLS(pthread_mutexattr_init, pthread_mutexattr_init(&shared.mutex_attributes))                      \
  FILLS(pthread_condattr_init, pthread_condattr_init(&shared.condition_attributes))                    \
  FILLS(snprintf, snprintf(shared.bytes, 8, "%d", 7))                                                  \
  FILLS(printf_n, printf("7%n", &shared.number))                                                       \
  FILLS(strtol, strtol("7", (char**)&shared.pointer, 10))

static const char* chosen;
static void* fill(void* unused) {
#define FILLS(name, call) \
  if (strcmp(chosen, #name) == 0) (void)(call);
  ALL_FILLS
#undef FILLS
  return unused;
}

/* What the calls need, before there are threads that would notice. */
static void prepare(void) {
  sem_init(&semaphore, 0, 1);
  socketpair(AF_UNIX, SOCK_STREAM, 0, sockets);
  send(sockets[1], "text", 4, 0);
  polls = epoll_create1(0);
  epoll_ctl(polls, EPOLL_CTL_ADD, sockets[1], &(struct epoll_event){.events = EPOLLOUT});
  if (strcmp(chosen, "select") == 0) FD_SET(sockets[1], &shared.descriptors);
  if (strcmp(chosen, "poll") == 0) shared.polled[0] = (struct pollfd){.fd = sockets[1], .events = POLLOUT};
  if (strcmp(chosen, "pthread_join") == 0) pthread_create(&ended, 0, nothing, 0);
}

int main(int count, char** words) {
  if (count < 2) {
#define FILLS(name, call) puts(#name);
    ALL_FILLS
#undef FILLS
    return 0;
  }
  chosen = words[1];
  prepare();
  pthread_t thread;
  pthread_create(&thread, 0, fill, 0);
  const volatile char* seen = shared.bytes;
  for (int i = 0; i < 8; ++i) (void)seen[i];
  pthread_join(thread, 0);
  return 0;
}

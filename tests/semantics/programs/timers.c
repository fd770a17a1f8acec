/* COVERS: alarm, setitimer, getitimer, timer_create with each kind of notice, overruns, errors.
 *
 * A signal that is waited for is blocked until then, and a timer that is looked at has far to go, so that the machine
 * may stand still anywhere without a line changing. */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "say.h"

static atomic_int taken;
static sem_t fired;
static atomic_int noticed;

static void take(int number) {
  (void)number;
  atomic_fetch_add(&taken, 1);
}

static void take_info(int number, siginfo_t* info, void* context) {
  (void)number;
  (void)context;
  VALUE(info->si_code == SI_TIMER);
  VALUE(info->si_value.sival_int);
  atomic_fetch_add(&taken, 1);
}

static void notice(union sigval value) {
  noticed = value.sival_int;
  sem_post(&fired);
}

static sigset_t block(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  return set;
}

static int wait_for_signal(void) {
  sigset_t none;
  sigemptyset(&none);
  return sigsuspend(&none);
}

static void alarms(void) {
  signal(SIGALRM, take);
  const sigset_t set = block(SIGALRM);
  RESULT(alarm(1));
  RESULT(wait_for_signal());
  VALUE(taken);
  RESULT(alarm(1000));
  VALUE(alarm(0) > 900);
  RESULT(alarm(0));
  VALUE(sleep(0));
  struct itimerval often = {{0, 5000}, {0, 5000}}, off = {{0, 0}, {0, 0}}, now;
  RESULT(setitimer(ITIMER_REAL, &often, NULL));
  for (int i = 0; i < 3; ++i) wait_for_signal();
  RESULT(getitimer(ITIMER_REAL, &now));
  VALUE(now.it_interval.tv_usec);
  VALUE(now.it_value.tv_sec == 0 && now.it_value.tv_usec <= 5000);
  RESULT(setitimer(ITIMER_REAL, &off, &now));
  VALUE(now.it_interval.tv_usec);
  VALUE(taken);
  sigtimedwait(&set, NULL, &(struct timespec){0, 0}); /* the tick that may have come since */
  RESULT(setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 1000000}}, NULL));
  RESULT(getitimer((__itimer_which_t)7, &now));
}

static void by_signal(void) {
  struct sigaction action = {0};
  action.sa_sigaction = take_info;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGRTMIN, &action, NULL);
  const sigset_t set = block(SIGRTMIN);
  struct sigevent event = {0};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGRTMIN;
  event.sigev_value.sival_int = 42;
  timer_t timer;
  RESULT(timer_create(CLOCK_MONOTONIC, &event, &timer));
  struct itimerspec late = {{0, 0}, {1000, 0}}, once = {{0, 0}, {0, 2000000}}, state;
  RESULT(timer_gettime(timer, &state));
  VALUE(state.it_value.tv_sec + state.it_value.tv_nsec);
  RESULT(timer_settime(timer, 0, &late, NULL));
  RESULT(timer_gettime(timer, &state));
  VALUE(state.it_value.tv_sec > 900 && state.it_value.tv_sec <= 1000);
  RESULT(timer_settime(timer, 0, &once, &state));
  VALUE(state.it_value.tv_sec > 900 && state.it_value.tv_sec <= 1000);
  RESULT(wait_for_signal());
  RESULT(timer_getoverrun(timer));
  RESULT(timer_gettime(timer, &state));
  VALUE(state.it_value.tv_sec + state.it_value.tv_nsec);
  struct itimerspec often = {{0, 10000000}, {0, 10000000}};
  RESULT(timer_settime(timer, 0, &often, NULL));
  usleep(55000);
  siginfo_t info;
  RESULT(sigwaitinfo(&set, &info) == SIGRTMIN);
  VALUE(info.si_overrun >= 4 && info.si_overrun == timer_getoverrun(timer));
  RESULT(timer_settime(timer, 0, &(struct itimerspec){{0, 0}, {0, 0}}, &state));
  VALUE(state.it_interval.tv_nsec);
  RESULT(timer_settime(timer, 0, &(struct itimerspec){{0, 0}, {0, 1000000000}}, NULL));
  RESULT(timer_settime(timer, TIMER_ABSTIME, &(struct itimerspec){{0, 0}, {1, 0}}, NULL));
  RESULT(sigwaitinfo(&set, &info) == SIGRTMIN);
  RESULT(timer_delete(timer));
  event.sigev_signo = 1000;
  RESULT(timer_create(CLOCK_MONOTONIC, &event, &timer));
  RESULT(timer_create(12345, NULL, &timer));
}

static void by_thread(void) {
  struct sigevent event = {0};
  event.sigev_notify = SIGEV_THREAD;
  event.sigev_notify_function = notice;
  event.sigev_value.sival_int = 7;
  timer_t timer;
  RESULT(timer_create(CLOCK_REALTIME, &event, &timer));
  RESULT(timer_settime(timer, 0, &(struct itimerspec){{0, 0}, {0, 1000000}}, NULL));
  RESULT(sem_wait(&fired));
  VALUE(noticed);
  RESULT(timer_settime(timer, 0, &(struct itimerspec){{0, 20000000}, {0, 20000000}}, NULL));
  RESULT(sem_wait(&fired));
  RESULT(sem_wait(&fired));
  RESULT(timer_delete(timer));
}

static void* takes_it(void* argument) {
  block(SIGUSR1);
  struct sigevent event = {0};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGUSR1;
  event._sigev_un._tid = gettid();
  timer_t timer;
  RESULT(timer_create(CLOCK_MONOTONIC, &event, &timer));
  RESULT(timer_settime(timer, 0, &(struct itimerspec){{0, 0}, {0, 5000000}}, NULL));
  RESULT(wait_for_signal());
  RESULT(timer_delete(timer));
  return argument;
}

int main(void) {
  sem_init(&fired, 0, 0);
  alarms();
  by_signal();
  by_thread();
  signal(SIGUSR1, take);
  taken = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, takes_it, NULL);
  pthread_join(thread, NULL);
  VALUE(taken);
  return 0;
}

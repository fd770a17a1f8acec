/* COVERS: POSIX message queues: names, attributes, order by priority, waits both ways, time-outs, notices, poll */
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "say.h"
#include "times.h"

static char name[64]; /* of this process: others may run the same test */
static char text[64];

static mqd_t make(int flags, long most) {
  struct mq_attr wanted = {.mq_maxmsg = most, .mq_msgsize = sizeof text};
  const mqd_t queue = mq_open(name, O_CREAT | O_EXCL | O_RDWR | flags, 0600, &wanted);
  VALUE(queue >= 0);
  RESULT(mq_unlink(name));
  return queue;
}

static void say_attributes(mqd_t queue) {
  struct mq_attr now;
  RESULT(mq_getattr(queue, &now));
  printf("non-blocking %d, most %ld of %ld bytes, now %ld\n", now.mq_flags == O_NONBLOCK, now.mq_maxmsg, now.mq_msgsize,
         now.mq_curmsgs);
}

static void names(void) {
  struct mq_attr wrong = {.mq_maxmsg = 0, .mq_msgsize = 10};
  char long_name[400];
  memset(long_name, 'x', sizeof long_name - 1);
  long_name[0] = '/';
  long_name[sizeof long_name - 1] = 0;
  RESULT(mq_open("no-slash", O_RDWR));
  RESULT(mq_open("/", O_RDWR));
  RESULT(mq_open("/two/slashes", O_RDWR));
  RESULT(mq_open(long_name, O_RDWR));
  RESULT(mq_open("/sleave-semantics-nobody-made-it", O_RDWR));
  RESULT(mq_unlink("/sleave-semantics-nobody-made-it"));
  RESULT(mq_unlink("no-slash"));
  RESULT(mq_open(name, O_CREAT | O_RDWR, 0600, &wrong));
  const mqd_t first = mq_open(name, O_CREAT | O_RDWR, 0600, NULL);
  RESULT(mq_open(name, O_CREAT | O_EXCL | O_RDWR, 0600, NULL));
  const mqd_t second = mq_open(name, O_RDONLY);
  RESULT(mq_send(second, "x", 1, 0));
  RESULT(mq_send(first, "seen through both", 17, 0));
  char large[8192];
  RESULT(mq_receive(second, large, sizeof large, NULL));
  say_attributes(second);
  RESULT(mq_unlink(name));
  RESULT(mq_open(name, O_RDWR));
  RESULT(mq_close(first));
  RESULT(mq_close(second));
  RESULT(mq_close(second));
}

static void errors(void) {
  const mqd_t queue = make(O_NONBLOCK, 2);
  const mqd_t no_queue = open("/dev/null", O_RDWR);
  struct mq_attr flags = {.mq_flags = O_NONBLOCK | O_APPEND};
  unsigned priority = 99;
  RESULT(mq_send(queue, text, sizeof text + 1, 0));
  RESULT(mq_send(queue, text, 1, 32768));
  RESULT(mq_receive(queue, text, sizeof text - 1, NULL));
  RESULT(mq_receive(queue, text, sizeof text, &priority));
  VALUE(priority);
  RESULT(mq_send(no_queue, text, 1, 0));
  RESULT(mq_receive(no_queue, text, sizeof text, NULL));
  RESULT(mq_getattr(no_queue, &flags));
  RESULT(mq_setattr(queue, &flags, NULL));
  RESULT(mq_send(-1, text, 1, 0));
  RESULT(close(no_queue));
  RESULT(mq_close(queue));
}

static void order(void) {
  const mqd_t queue = make(O_NONBLOCK, 4);
  const struct mq_attr blocking = {.mq_flags = 0};
  struct mq_attr before;
  unsigned priority = 0;
  RESULT(mq_send(queue, "low", 4, 1));
  RESULT(mq_send(queue, "high", 5, 31));
  RESULT(mq_send(queue, "low again", 10, 1));
  RESULT(mq_send(queue, "", 0, 7));
  RESULT(mq_send(queue, "full", 5, 0));
  say_attributes(queue);
  RESULT(mq_setattr(queue, &blocking, &before));
  VALUE(before.mq_curmsgs);
  say_attributes(queue);
  for (int i = 0; i < 4; ++i) {
    const ssize_t bytes = mq_receive(queue, text, sizeof text, &priority);
    printf("%zd bytes of priority %u: %s\n", bytes, priority, bytes > 0 ? text : "");
  }
  RESULT(mq_close(queue));
}

static mqd_t shared;

static void* sends_later(void* unused) {
  usleep(10000);
  mq_send(shared, "late", 5, 3);
  return unused;
}

static void* receives_later(void* unused) {
  usleep(10000);
  mq_receive(shared, text, sizeof text, NULL);
  return unused;
}

static void waits(void) {
  pthread_t other;
  shared = make(0, 1);
  pthread_create(&other, NULL, sends_later, NULL);
  RESULT(mq_receive(shared, text, sizeof text, NULL));
  pthread_join(other, NULL);
  RESULT(mq_send(shared, "first", 6, 0));
  pthread_create(&other, NULL, receives_later, NULL);
  RESULT(mq_send(shared, "second", 7, 0));
  pthread_join(other, NULL);
  RESULT(mq_receive(shared, text, sizeof text, NULL));
  say(text);
}

static void timed(void) {
  struct timespec soon = from_now(CLOCK_REALTIME, 5);
  RESULT(mq_timedreceive(shared, text, sizeof text, NULL, &soon));
  RESULT(mq_timedreceive(shared, text, sizeof text, NULL, &long_ago));
  RESULT(mq_timedreceive(shared, text, sizeof text, NULL, &too_many_nanoseconds));
  RESULT(mq_timedsend(shared, "one", 4, 0, &long_ago));
  soon = from_now(CLOCK_REALTIME, 5);
  RESULT(mq_timedsend(shared, "two", 4, 0, &soon));
  RESULT(mq_timedsend(shared, "two", 4, 0, &before_time));
  RESULT(mq_timedreceive(shared, text, sizeof text, NULL, &long_ago));
}

static void ready(void) {
  struct pollfd one = {shared, POLLIN | POLLOUT, 0};
  RESULT(poll(&one, 1, 0));
  VALUE(one.revents);
  RESULT(mq_send(shared, "full", 5, 0));
  RESULT(poll(&one, 1, 0));
  VALUE(one.revents);
  RESULT(mq_receive(shared, text, sizeof text, NULL));
  pthread_t other;
  pthread_create(&other, NULL, sends_later, NULL);
  one.events = POLLIN;
  RESULT(poll(&one, 1, -1));
  pthread_join(other, NULL);
  RESULT(mq_receive(shared, text, sizeof text, NULL));
}

static volatile sig_atomic_t noticed;
static void on_notice(int number, siginfo_t* info, void* context) {
  (void)number;
  (void)context;
  noticed = info->si_code == SI_MESGQ ? info->si_value.sival_int : -1;
}

static sem_t thread_ran;
static void in_thread(union sigval value) {
  say_value("notice in a thread", value.sival_int);
  sem_post(&thread_ran);
}

static void notices(void) {
  const struct sigaction action = {.sa_sigaction = on_notice, .sa_flags = SA_SIGINFO};
  struct sigevent notice = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1, .sigev_value = {.sival_int = 5}};
  sigaction(SIGUSR1, &action, NULL);
  RESULT(mq_notify(shared, &notice));
  RESULT(mq_notify(shared, &notice));
  RESULT(mq_send(shared, "tell", 5, 0));
  VALUE(noticed);
  noticed = 0;
  RESULT(mq_receive(shared, text, sizeof text, NULL));
  RESULT(mq_send(shared, "once only", 10, 0));
  VALUE(noticed);
  RESULT(mq_notify(shared, &notice));
  RESULT(mq_notify(shared, NULL));
  RESULT(mq_receive(shared, text, sizeof text, NULL));
  RESULT(mq_send(shared, "taken back", 11, 0));
  VALUE(noticed);
  RESULT(mq_receive(shared, text, sizeof text, NULL));
  notice.sigev_notify = 99;
  RESULT(mq_notify(shared, &notice));
  sem_init(&thread_ran, 0, 0);
  struct sigevent thread = {.sigev_notify = SIGEV_THREAD, .sigev_value = {.sival_int = 6}};
  thread.sigev_notify_function = in_thread;
  mq_notify(shared, &thread);
  mq_send(shared, "tell a thread", 14, 0);
  sem_wait(&thread_ran);
  RESULT(mq_close(shared));
}

int main(void) {
  snprintf(name, sizeof name, "/sleave-semantics-%d", (int)getpid());
  names();
  errors();
  order();
  waits();
  timed();
  ready();
  notices();
}

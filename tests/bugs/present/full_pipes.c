// BUG: Two threads send each other more than a pipe holds before either reads: both writes wait.
// EXPECT: deadlock
#include <pthread.h>
#include <unistd.h>

enum { kBytes = 100000 };
static int there[2];
static int back[2];

static void receive(int from) {
  static _Thread_local char buffer[kBytes];
  for (long got = 0; got < kBytes;) {
    const ssize_t n = read(from, buffer, sizeof buffer);
    if (n <= 0) return;
    got += n;
  }
}

static void give(int to) {
  static const char data[kBytes];
  if (write(to, data, kBytes) != kBytes) _exit(1);
}

static void* other(void* unused) {
  give(back[1]);
  receive(there[0]);
  return unused;
}

int main(void) {
  pthread_t thread;
  if (pipe(there) != 0 || pipe(back) != 0) return 1;
  pthread_create(&thread, NULL, other, NULL);
  give(there[1]);
  receive(back[0]);
  pthread_join(thread, NULL);
}

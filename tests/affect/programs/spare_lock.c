// A writer that does not wait: while a reader has the log's lock it writes to the spare log instead, and so does the
// reader when it is done. The spare log has no lock. The first thing that every order of the reader and the writer
// without a meeting shows is a lock that is free.
//
// RACES: 1, the spare log
// RUNS: 12, the attempt finds the lock free or taken, before or after, and one race, in each of three beginnings (see object_pool)
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int lines;
int spare;

static void* write_line(void* unused) {
  if (pthread_mutex_trylock(&lock) == 0) {
    lines = lines + 1;
    pthread_mutex_unlock(&lock);
  } else {
    spare = spare + 1;
  }
  return unused;
}

static void* read_lines(void* unused) {
  pthread_mutex_lock(&lock);
  const int read = lines;
  pthread_mutex_unlock(&lock);
  if (read == 0) spare = spare + 1;
  return unused;
}

int main(void) {
  pthread_t writer;
  pthread_t reader;
  pthread_create(&writer, 0, write_line, 0);
  pthread_create(&reader, 0, read_lines, 0);
  pthread_join(writer, 0);
  pthread_join(reader, 0);
  return 0;
}

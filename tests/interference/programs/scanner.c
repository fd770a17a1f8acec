// A parallel scanner of files, with the parts of one: a queue of paths with room for a few, workers that take paths
// and look for a byte in the files, a count of matches and lines of output under locks of their own, a count of workers
// that the main program waits for. The paths of the command line are in the queue before the workers start, those of
// folders come while they work.
//
// No more than kMost files with a match should be listed. A worker looks at the count before it scans and counts after
// it, in two sections of the lock. So two workers may both list one: the second takes the queue as the first left it
// (three interferences: how many paths there are is read twice, and which is next once), and the count: four.
//
// FAILS: assertion with 4 interferences
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>

#ifndef FILES
#define FILES 3
#endif
enum { kWorkers = 2, kOfCommandLine = 2, kRoom = 2, kBytes = 2, kMost = 1 };

static unsigned char wanted;
static unsigned char files[FILES][kBytes];

static struct {
  pthread_mutex_t lock;
  pthread_cond_t more;
  pthread_cond_t less;
  int paths[kRoom];
  int occupied;
  int next_in;
  int next_out;
  int closed;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER, .less = PTHREAD_COND_INITIALIZER};

static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;
static int matches;
static int listed[kMost];
static pthread_mutex_t print_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;
static pthread_mutex_t worker_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t worker_left = PTHREAD_COND_INITIALIZER;
static int workers = kWorkers;

static void put(int path) {
  pthread_mutex_lock(&queue.lock);
  while (queue.occupied == kRoom) pthread_cond_wait(&queue.less, &queue.lock);
  queue.paths[queue.next_in] = path;
  queue.next_in = (queue.next_in + 1) % kRoom;
  queue.occupied = queue.occupied + 1;
  pthread_mutex_unlock(&queue.lock);
  pthread_cond_signal(&queue.more);
}

static int get(int* path) {
  pthread_mutex_lock(&queue.lock);
  while (queue.occupied == 0 && !queue.closed) pthread_cond_wait(&queue.more, &queue.lock);
  const int got = queue.occupied > 0;
  if (got) {
    *path = queue.paths[queue.next_out];
    queue.next_out = (queue.next_out + 1) % kRoom;
    queue.occupied = queue.occupied - 1;
  }
  pthread_mutex_unlock(&queue.lock);
  if (got) pthread_cond_signal(&queue.less);
  return got;
}

static void close_queue(void) {
  pthread_mutex_lock(&queue.lock);
  queue.closed = 1;
  pthread_mutex_unlock(&queue.lock);
  pthread_cond_broadcast(&queue.more);
}

static void list(int path) {
  pthread_mutex_lock(&count_lock);
  assert(matches < kMost);
  listed[matches] = path;
  matches = matches + 1;
  pthread_mutex_unlock(&count_lock);
  pthread_mutex_lock(&print_lock);
  lines = lines + 1;
  pthread_mutex_unlock(&print_lock);
}

static void scan(int path) {
  pthread_mutex_lock(&count_lock);
  const int enough = matches >= kMost;
  pthread_mutex_unlock(&count_lock);
  if (enough) return;
  for (int i = 0; i < kBytes; ++i) {
    if (files[path][i] != wanted) continue;
    list(path);
    return;
  }
}

static void* worker(void* unused) {
  (void)unused;
  int path;
  while (get(&path)) scan(path);
  pthread_mutex_lock(&worker_lock);
  workers = workers - 1;
  pthread_mutex_unlock(&worker_lock);
  pthread_cond_signal(&worker_left);
  return 0;
}

int main(void) {
  sleave_symbolic(&wanted, sizeof wanted, "wanted");
  sleave_symbolic(files, sizeof files, "files");
  for (int i = 0; i < kOfCommandLine; ++i) put(i);
  pthread_t threads[kWorkers];
  for (int i = 0; i < kWorkers; ++i) pthread_create(&threads[i], 0, worker, 0);
  for (int i = kOfCommandLine; i < FILES; ++i) put(i);
  close_queue();
  pthread_mutex_lock(&worker_lock);
  while (workers > 0) pthread_cond_wait(&worker_left, &worker_lock);
  pthread_mutex_unlock(&worker_lock);
  for (int i = 0; i < kWorkers; ++i) pthread_join(threads[i], 0);
  return 0;
}

// A crawler. A thread opens the connection; another looks for it three times, without the lock, and fetches a page with
// it if it is there; two more count pages under a lock. What is counted decides nothing.
//
// RACES: 2, the connection and its host
// RUNS: 18, found at the first, second, third look or never, and two races, in each of three beginnings (see object_pool)
#include <pthread.h>

enum { kPages = 3, kLooks = 3 };
struct connection {
  int host;
};
struct connection the_connection;
struct connection* connection;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int pages;
int bytes;

static void* open_connection(void* unused) {
  the_connection.host = 7;
  connection = &the_connection;
  return unused;
}

static void* fetch(void* unused) {
  for (int i = 0; i < kLooks; ++i) {
    const struct connection* const open = connection;
    if (open == 0) continue;
    bytes = bytes + open->host;
    break;
  }
  return unused;
}

static void* count(void* unused) {
  for (int i = 0; i < kPages; ++i) {
    pthread_mutex_lock(&lock);
    pages = pages + 1;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], 0, open_connection, 0);
  pthread_create(&threads[1], 0, fetch, 0);
  pthread_create(&threads[2], 0, count, 0);
  pthread_create(&threads[3], 0, count, 0);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);
  return 0;
}

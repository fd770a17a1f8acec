// A downloader in parts: each worker receives its part of a file over a socket, in chunks, and counts the bytes in
// common; the main program saves how far it has come, so that it could go on later. It looks at the count twice, once
// for the heading and once for the table of parts: two interferences make them differ.
//
// FAILS: assertion with 2 interferences
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>

enum { kWorkers = 2, kChunks = 2, kChunk = 2 };
static int ends[kWorkers][2];
static char file[kWorkers * kChunks * kChunk];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int received;
static atomic_int failed;

static void* fetch(void* argument) {
  const long part = (long)argument;
  char* place = file + part * kChunks * kChunk;
  for (int i = 0; i < kChunks; ++i) {
    char chunk[kChunk];
    const ssize_t bytes = recv(ends[part][0], chunk, sizeof chunk, 0);
    if (bytes <= 0) {
      atomic_store(&failed, 1);
      return 0;
    }
    memcpy(place, chunk, (size_t)bytes);
    place += bytes;
    pthread_mutex_lock(&lock);
    atomic_store(&received, atomic_load(&received) + (int)bytes);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

// What the server sends is there before anybody asks for it.
static int serve(int part) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends[part]) != 0) return -1;
  for (int i = 0; i < kChunks; ++i) {
    if (send(ends[part][1], "ab", kChunk, 0) != kChunk) return -1;
  }
  return shutdown(ends[part][1], SHUT_WR);
}

int main(void) {
  for (int i = 0; i < kWorkers; ++i) {
    if (serve(i) != 0) return 1;
  }
  pthread_t threads[kWorkers];
  for (long i = 0; i < kWorkers; ++i) pthread_create(&threads[i], 0, fetch, (void*)i);
  if (!atomic_load(&failed)) {
    const int heading = atomic_load(&received);
    const int table = atomic_load(&received);
    if (heading > 0) assert(table == heading);
  }
  for (int i = 0; i < kWorkers; ++i) pthread_join(threads[i], 0);
  return 0;
}

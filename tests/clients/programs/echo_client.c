/* Uses the echo server in the way that its argument names. */
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { PORT = 7070, MUCH = 1 << 20, THREADS = 3 };

static int connect_to(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int server = socket(AF_INET, SOCK_STREAM, 0);
  return connect(server, (struct sockaddr*)&address, sizeof address) == 0 ? server : -1;
}

static void exchange(int server, const char* words) {
  char answer[64] = "";
  assert(write(server, words, strlen(words)) == (ssize_t)strlen(words));
  for (size_t used = 0; used < strlen(words);) {
    const ssize_t more = read(server, answer + used, sizeof answer - used);
    assert(more > 0);
    used += (size_t)more;
  }
  assert(strcmp(answer, words) == 0);
}

static void* send_much(void* argument) {
  const int server = *(int*)argument;
  static char bytes[MUCH];
  for (int i = 0; i < MUCH; ++i) bytes[i] = (char)(i % 251);
  for (ssize_t done = 0, more; done < MUCH; done += more) {
    more = write(server, bytes + done, (size_t)(MUCH - done));
    assert(more > 0);
  }
  shutdown(server, SHUT_WR);
  return NULL;
}

/* More than the sockets hold: one thread sends while the other receives. */
static void much(void) {
  int server = connect_to(PORT);
  pthread_t sender;
  char bytes[4096];
  int received = 0;
  pthread_create(&sender, NULL, send_much, &server);
  for (ssize_t more; (more = read(server, bytes, sizeof bytes)) > 0;) {
    for (ssize_t i = 0; i < more; ++i) assert(bytes[i] == (char)((received + i) % 251));
    received += (int)more;
  }
  pthread_join(sender, NULL);
  assert(received == MUCH);
}

/* Hours pass at once. */
static void sleepy(void) {
  const int server = connect_to(PORT);
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  exchange(server, "before\n");
  sleep(7200);
  exchange(server, "after\n");
  clock_gettime(CLOCK_MONOTONIC, &after);
  assert(after.tv_sec - before.tv_sec >= 7200 && after.tv_sec - before.tv_sec < 7300);
}

static void* one_exchange(void* argument) {
  const int server = connect_to(PORT);
  exchange(server, argument);
  close(server);
  return NULL;
}

static void threads(void) {
  pthread_t all[THREADS];
  char words[THREADS][8];
  for (int i = 0; i < THREADS; ++i) {
    snprintf(words[i], sizeof words[i], "T%d\n", i);
    pthread_create(&all[i], NULL, one_exchange, words[i]);
  }
  for (int i = 0; i < THREADS; ++i) pthread_join(all[i], NULL);
}

int main(int count, char** words) {
  const char* way = count > 1 ? words[1] : "";
  if (strcmp(way, "much") == 0) much();
  if (strcmp(way, "sleepy") == 0) sleepy();
  if (strcmp(way, "threads") == 0) threads();
  if (strcmp(way, "one") == 0) one_exchange("one\n");
  if (strcmp(way, "two words") == 0) one_exchange("two\n");
  if (strcmp(way, "refused") == 0) return connect_to(PORT + 1) < 0 ? 0 : 1;
  if (strcmp(way, "waits") == 0) return read(connect_to(PORT), &way, 1) == 0 ? 0 : 1;
  if (strcmp(way, "fails") == 0) assert(!"as it should");
  if (strcmp(way, "crashes") == 0) *(volatile int*)8 = 1;
  if (strcmp(way, "exits") == 0) return 3;
  return 0;
}

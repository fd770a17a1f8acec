// A server with a thread for each connection. Clients send lines: "add NAME" gives a point, "get NAME" asks for them.
// With -DFIXED the whole update is under the lock; without it two clients can add to the same name and lose a point.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PORT = 7007, NAMES = 8, LINE = 64 };

struct Score {
  char name[LINE];
  int points;
};

static struct Score scores[NAMES];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int listener;

static struct Score* find(const char* name) {
  struct Score* score = scores;
  while (score < scores + NAMES - 1 && score->name[0] != '\0' && strcmp(score->name, name) != 0) ++score;
  strcpy(score->name, name);
  return score;
}

static int points_of(const char* name) {
  pthread_mutex_lock(&mutex);
  const int points = find(name)->points;
  pthread_mutex_unlock(&mutex);
  return points;
}

static int add_point(const char* name) {
#ifndef FIXED
  const int points = points_of(name) + 1;
#endif
  pthread_mutex_lock(&mutex);
#ifdef FIXED
  const int points = find(name)->points + 1;
#endif
  find(name)->points = points;
  pthread_mutex_unlock(&mutex);
  return points;
}

static void* serve(void* argument) {
  FILE* client = fdopen((int)(size_t)argument, "r+");
  char line[LINE], command[LINE], name[LINE];
  while (fgets(line, sizeof line, client) != NULL) {
    if (sscanf(line, "%63s %63s", command, name) != 2) break;
    const int points = strcmp(command, "add") == 0 ? add_point(name) : points_of(name);
    fseek(client, 0, SEEK_CUR);
    fprintf(client, "%d\n", points);
    fflush(client);
  }
  fclose(client);
  return NULL;
}

static void stop(int number) {
  (void)number;
  shutdown(listener, SHUT_RDWR);
}

int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  signal(SIGTERM, stop);
  listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr*)&address, sizeof address) != 0 || listen(listener, 8) != 0) return 1;
  for (int client; (client = accept(listener, NULL, NULL)) >= 0;) {
    pthread_t thread;
    pthread_create(&thread, NULL, serve, (void*)(size_t)client);
    pthread_detach(thread);
  }
  return 0;
}

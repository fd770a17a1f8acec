#include "beside.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

void fail(const char* what, const char* answer) {
  fprintf(stderr, "client: %s: %s\n", what, answer);
  abort();
}

void wait_for_port(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  for (;;) {
    const int probe = socket(AF_INET, SOCK_STREAM, 0);
    const int refused = connect(probe, (struct sockaddr*)&address, sizeof(address));
    close(probe);
    if (refused == 0) return;
    usleep(1000);
  }
}

static void* run_client(void* number) {
  use_server((int)(size_t)number);
  return NULL;
}

static void* drive(void* nothing) {
  pthread_t clients[CLIENTS];
  for (size_t i = 0; i < CLIENTS; ++i) pthread_create(&clients[i], NULL, run_client, (void*)i);
  for (size_t i = 0; i < CLIENTS; ++i) pthread_join(clients[i], NULL);
  finish();
  kill(getpid(), SIGTERM);
  return nothing;
}

int __real_main(int count, char** words, char** surroundings);
int __wrap_main(int count, char** words, char** surroundings);
int __wrap_main(int count, char** words, char** surroundings) {
  pthread_t driver;
  pthread_create(&driver, NULL, drive, NULL);
  pthread_detach(driver);
  return __real_main(count, words, surroundings);
}

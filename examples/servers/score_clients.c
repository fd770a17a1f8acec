// Clients of score_server.c: each gives the same name two points, and none is lost.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "beside.h"

enum { PORT = 7007, POINTS = 2 };

static int connect_to_server(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  wait_for_port(PORT);
  const int server = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(server, (struct sockaddr*)&address, sizeof address) != 0) fail("connect", "");
  return server;
}

static int ask(int server, const char* question) {
  char answer[32] = "";
  if (write(server, question, strlen(question)) < 0) fail("write", question);
  for (size_t used = 0; used < sizeof answer - 1; ++used) {
    if (read(server, answer + used, 1) != 1) fail("the connection ended", question);
    if (answer[used] == '\n') break;
  }
  return atoi(answer);
}

void use_server(int client) {
  const int server = connect_to_server();
  (void)client;
  for (int i = 0; i < POINTS; ++i) ask(server, "add ada\n");
  close(server);
}

void finish(void) {
  const int server = connect_to_server();
  if (ask(server, "get ada\n") != CLIENTS * POINTS) fail("points were lost", "");
  close(server);
}

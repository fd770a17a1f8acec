/* Linked beside memcached with --wrap=main: two client threads talk to the server in their own process, over loopback,
 * and check what it answers; then a signal tells it to stop. Of several clients that add a key one succeeds; no
 * increment is lost; a value that was stored is read back whole. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CLIENTS = 2, INCREMENTS = 3, LINE = 128 };

static int port;
static int added[CLIENTS];

static void fail(const char* what, const char* answer) {
  fprintf(stderr, "client: %s: %s\n", what, answer);
  abort();
}

static int connect_to_server(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  for (;;) {
    int client = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(client, (struct sockaddr*)&address, sizeof(address)) == 0) return client;
    close(client);
    usleep(1000);
  }
}

static void read_line(int server, char* line) {
  for (int i = 0; i < LINE - 1; ++i) {
    if (read(server, line + i, 1) != 1) fail("the connection ended", "");
    if (line[i] == '\n') {
      line[i - 1] = '\0';
      return;
    }
  }
  fail("the answer is too long", "");
}

static void ask(int server, const char* question, char* answer) {
  if (write(server, question, strlen(question)) != (ssize_t)strlen(question)) fail("cannot write", question);
  read_line(server, answer);
}

static void expect_answer(int server, const char* question, const char* expected) {
  char answer[LINE];
  ask(server, question, answer);
  if (strcmp(answer, expected) != 0) fail(question, answer);
}

static void store_and_read_back(int server, int client) {
  char question[LINE], line[LINE];
  snprintf(question, sizeof(question), "set own%d 0 0 5\r\nvalue\r\n", client);
  expect_answer(server, question, "STORED");
  snprintf(question, sizeof(question), "get own%d\r\n", client);
  snprintf(line, sizeof(line), "VALUE own%d 0 5", client);
  expect_answer(server, question, line);
  read_line(server, line);
  if (strcmp(line, "value") != 0) fail("another value", line);
  read_line(server, line);
}

static void* use_server(void* number) {
  const int client = (int)(size_t)number;
  char answer[LINE];
  int server = connect_to_server();
  ask(server, "add first 0 0 1\r\nx\r\n", answer);
  added[client] = strcmp(answer, "STORED") == 0;
  ask(server, "add counter 0 0 1\r\n0\r\n", answer);
  for (int i = 0; i < INCREMENTS; ++i) ask(server, "incr counter 1\r\n", answer);
  store_and_read_back(server, client);
  close(server);
  return NULL;
}

static void check_total(void) {
  char line[LINE], expected[LINE];
  int server = connect_to_server();
  expect_answer(server, "get counter\r\n", "VALUE counter 0 1");
  read_line(server, line);
  snprintf(expected, sizeof(expected), "%d", CLIENTS * INCREMENTS);
  if (strcmp(line, expected) != 0) fail("increments were lost", line);
  if (added[0] + added[1] != 1) fail("add succeeded more or less than once", "");
  close(server);
}

static void* drive(void* nothing) {
  pthread_t clients[CLIENTS];
  for (size_t i = 0; i < CLIENTS; ++i) pthread_create(&clients[i], NULL, use_server, (void*)i);
  for (size_t i = 0; i < CLIENTS; ++i) pthread_join(clients[i], NULL);
  check_total();
  kill(getpid(), SIGTERM);
  return nothing;
}

int __real_main(int count, char** words);
int __wrap_main(int count, char** words);
int __wrap_main(int count, char** words) {
  const char* chosen = getenv("SLEAVE_PORT");
  pthread_t driver;
  if (chosen) {
    port = atoi(chosen);
    pthread_create(&driver, NULL, drive, NULL);
    pthread_detach(driver);
  }
  return __real_main(count, words);
}

// Clients of redis over hiredis. Each has three connections, so that more of them wait for an answer than redis serves
// without its I/O threads. No increment is lost; of the clients that set a key that must not exist one succeeds; what
// is pushed onto a list comes off it once; a value of several buffers is read back whole.
#include <hiredis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beside.h"

enum { PORT = 6399, CONNECTIONS = 3, LONG_VALUE = 20000, ROUNDS = 2 };

static int first[CLIENTS];

static redisContext* connect_to_server(void) {
  wait_for_port(PORT);
  redisContext* server = redisConnect("127.0.0.1", PORT);
  if (server == NULL || server->err) fail("connect", server ? server->errstr : "");
  return server;
}

static redisReply* next_reply(redisContext* server) {
  void* reply = NULL;
  if (redisGetReply(server, &reply) != REDIS_OK) fail("reply", server->errstr);
  redisReply* read = reply;
  if (read->type == REDIS_REPLY_ERROR) fail("error", read->str);
  return read;
}

static long long number(redisContext* server) {
  redisReply* reply = next_reply(server);
  if (reply->type != REDIS_REPLY_INTEGER) fail("not a number", reply->str);
  const long long value = reply->integer;
  freeReplyObject(reply);
  return value;
}

static void expect_text(redisContext* server, const char* expected) {
  redisReply* reply = next_reply(server);
  if (reply->str == NULL || strcmp(reply->str, expected) != 0) fail(expected, reply->str ? reply->str : "nothing");
  freeReplyObject(reply);
}

static void flush(redisContext* server) {
  int done = 0;
  while (!done)
    if (redisBufferWrite(server, &done) != REDIS_OK) fail("write", server->errstr);
}

// All connections ask before any reads its answers.
static void ask_on_all(redisContext** servers, int client, const char* value) {
  for (int i = 0; i < CONNECTIONS; ++i) {
    redisAppendCommand(servers[i], "INCR counter");
    redisAppendCommand(servers[i], "SET own:%d:%d %s", client, i, value);
    redisAppendCommand(servers[i], "GET own:%d:%d", client, i);
    redisAppendCommand(servers[i], "RPUSH list %d", client);
    flush(servers[i]);
  }
  long long before = 0;
  for (int i = 0; i < CONNECTIONS; ++i) {
    const long long count = number(servers[i]);
    if (count < 1 || count == before) fail("counter", "");
    before = count;
    expect_text(servers[i], "OK");
    expect_text(servers[i], value);
    number(servers[i]);
  }
}

void use_server(int client) {
  redisContext* servers[CONNECTIONS];
  char* own = malloc(LONG_VALUE + 1);
  memset(own, 'a' + client, LONG_VALUE);
  own[LONG_VALUE] = '\0';
  for (int i = 0; i < CONNECTIONS; ++i) servers[i] = connect_to_server();
  redisAppendCommand(servers[0], "SETNX first %d", client);
  first[client] = (int)number(servers[0]);
  for (int round = 0; round < ROUNDS; ++round) ask_on_all(servers, client, own);
  for (int i = 0; i < CONNECTIONS; ++i) redisFree(servers[i]);
  free(own);
}

void finish(void) {
  const int asked = CLIENTS * CONNECTIONS * ROUNDS;
  char expected[16];
  redisContext* server = connect_to_server();
  snprintf(expected, sizeof expected, "%d", asked);
  redisAppendCommand(server, "GET counter");
  expect_text(server, expected);
  redisAppendCommand(server, "LLEN list");
  if (number(server) != asked) fail("length of the list", "");
  if (first[0] + first[1] != 1) fail("SETNX succeeded more or less than once", "");
  redisFree(server);
}

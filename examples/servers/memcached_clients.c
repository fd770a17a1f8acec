// Clients of memcached over libmemcached. Of the clients that add a key one succeeds; no increment is lost; a value
// that was stored is read back whole; of two changes of the same version of a value one is refused.
#include <libmemcached-1.0/memcached.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beside.h"

enum { PORT = 11311, INCREMENTS = 3, CHANGES = 2 };

static int added[CLIENTS];
static int changed[CLIENTS];

static memcached_st* connect_to_server(void) {
  wait_for_port(PORT);
  memcached_st* server = memcached_create(NULL);
  memcached_behavior_set(server, MEMCACHED_BEHAVIOR_SUPPORT_CAS, 1);
  if (memcached_server_add(server, "127.0.0.1", PORT) != MEMCACHED_SUCCESS) fail("no server", "");
  return server;
}

static void expect(memcached_st* server, memcached_return_t result, const char* what) {
  if (result != MEMCACHED_SUCCESS) fail(what, memcached_strerror(server, result));
}

static void expect_value(memcached_st* server, const char* key, const char* expected) {
  size_t size = 0;
  uint32_t flags = 0;
  memcached_return_t result;
  char* value = memcached_get(server, key, strlen(key), &size, &flags, &result);
  expect(server, result, key);
  if (size != strlen(expected) || memcmp(value, expected, size) != 0) fail(key, value);
  free(value);
}

static int add(memcached_st* server, const char* key, const char* value) {
  return memcached_add(server, key, strlen(key), value, strlen(value), 0, 0) == MEMCACHED_SUCCESS;
}

static uint64_t version_of(memcached_st* server, const char* key) {
  const size_t size = strlen(key);
  memcached_return_t result;
  expect(server, memcached_mget(server, &key, &size, 1), "mget");
  memcached_result_st* found = memcached_fetch_result(server, NULL, &result);
  if (found == NULL) fail("no version", key);
  const uint64_t version = memcached_result_cas(found);
  memcached_result_free(found);
  while ((found = memcached_fetch_result(server, NULL, &result)) != NULL) memcached_result_free(found);
  return version;
}

// Adds a letter to the text unless another client has changed it since it was read.
static int change_once(memcached_st* server, int client) {
  char text[] = "ab";
  const uint64_t version = version_of(server, "text");
  const memcached_return_t result = memcached_cas(server, "text", 4, &text[client], 1, 0, 0, version);
  if (result != MEMCACHED_SUCCESS && result != MEMCACHED_DATA_EXISTS) fail("cas", memcached_strerror(server, result));
  return result == MEMCACHED_SUCCESS;
}

static void store_and_read_back(memcached_st* server, int client) {
  char key[16];
  snprintf(key, sizeof key, "own%d", client);
  expect(server, memcached_set(server, key, strlen(key), "value", 5, 0, 0), "set");
  expect_value(server, key, "value");
  expect(server, memcached_delete(server, key, strlen(key), 0), "delete");
}

void use_server(int client) {
  memcached_st* server = connect_to_server();
  uint64_t count = 0;
  added[client] = add(server, "text", "-");
  add(server, "counter", "0");
  for (int i = 0; i < INCREMENTS; ++i)
    expect(server, memcached_increment(server, "counter", 7, 1, &count), "increment");
  for (int i = 0; i < CHANGES; ++i) changed[client] += change_once(server, client);
  store_and_read_back(server, client);
  memcached_free(server);
}

void finish(void) {
  char expected[16];
  memcached_st* server = connect_to_server();
  snprintf(expected, sizeof expected, "%d", CLIENTS * INCREMENTS);
  expect_value(server, "counter", expected);
  if (added[0] + added[1] != 1) fail("add succeeded more or less than once", "");
  if (changed[0] + changed[1] < CHANGES) fail("every change was refused", "");
  memcached_free(server);
}

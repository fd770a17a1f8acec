// A server over libmicrohttpd with a pool of two threads, and clients over libcurl. Every request is answered once, a
// body comes back whole, a response that all requests share stays what it is, and the numbers that the server gives out
// are all different.
#include <curl/curl.h>
#include <microhttpd.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beside.h"

enum { PORT = 8089, REQUESTS = 2, BODY = 3000 };

static const char GREETING[] = "hello";

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int given;
static int seen[CLIENTS * REQUESTS];

// ---- the server

struct Upload {
  size_t size;
  char bytes[BODY];
};

static enum MHD_Result answer(struct MHD_Connection* connection, const char* text, size_t size) {
  struct MHD_Response* response = MHD_create_response_from_buffer(size, (void*)text, MHD_RESPMEM_MUST_COPY);
  const enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
  MHD_destroy_response(response);
  return result;
}

static enum MHD_Result give_number(struct MHD_Connection* connection) {
  char text[16];
  pthread_mutex_lock(&mutex);
  const int number = given++;
  pthread_mutex_unlock(&mutex);
  snprintf(text, sizeof text, "%d", number);
  return answer(connection, text, strlen(text));
}

// One response for all requests: its references are counted by the library.
static struct MHD_Response* greeting;

static enum MHD_Result handle(void* nothing, struct MHD_Connection* connection, const char* url, const char* method,
                              const char* version, const char* data, size_t* size, void** kept) {
  (void)nothing, (void)version;
  if (strcmp(url, "/greeting") == 0) return MHD_queue_response(connection, MHD_HTTP_OK, greeting);
  if (strcmp(method, "GET") == 0) return give_number(connection);
  struct Upload* upload = *kept;
  if (upload == NULL) {
    *kept = calloc(1, sizeof *upload);
    return MHD_YES;
  }
  if (*size == 0) return answer(connection, upload->bytes, upload->size);
  if (*size > BODY - upload->size) return MHD_NO;
  memcpy(upload->bytes + upload->size, data, *size);
  upload->size += *size;
  *size = 0;
  return MHD_YES;
}

static void forget(void* nothing, struct MHD_Connection* connection, void** kept,
                   enum MHD_RequestTerminationCode code) {
  (void)nothing, (void)connection, (void)code;
  free(*kept);
}

// ---- the clients

struct Answer {
  size_t size;
  char bytes[BODY + 1];
};

static size_t keep(char* data, size_t one, size_t size, void* to) {
  struct Answer* kept = to;
  if (one * size > BODY - kept->size) return 0;
  memcpy(kept->bytes + kept->size, data, one * size);
  kept->size += one * size;
  return one * size;
}

static void ask(CURL* curl, struct Answer* to) {
  memset(to, 0, sizeof *to);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, to);
  const CURLcode result = curl_easy_perform(curl);
  if (result != CURLE_OK) fail("request", curl_easy_strerror(result));
}

static pthread_once_t started = PTHREAD_ONCE_INIT;

static void start_curl(void) { curl_global_init(CURL_GLOBAL_NOTHING); }

static void choose_page(CURL* curl, const char* page) {
  char url[64];
  snprintf(url, sizeof url, "http://127.0.0.1:%d/%s", PORT, page);
  curl_easy_setopt(curl, CURLOPT_URL, url);
}

static CURL* new_client(void) {
  pthread_once(&started, start_curl);
  wait_for_port(PORT);
  CURL* curl = curl_easy_init();
  choose_page(curl, "");
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, keep);
  return curl;
}

void use_server(int client) {
  struct Answer got;
  char body[BODY + 1];
  memset(body, 'a' + client, BODY);
  body[BODY] = '\0';
  CURL* curl = new_client();
  for (int i = 0; i < REQUESTS; ++i) {
    curl_easy_setopt(curl, CURLOPT_HTTPGET, 1L);
    ask(curl, &got);
    seen[client * REQUESTS + i] = atoi(got.bytes);
  }
  choose_page(curl, "greeting");
  for (int i = 0; i < REQUESTS; ++i) {
    ask(curl, &got);
    if (strcmp(got.bytes, GREETING) != 0) fail("another greeting", got.bytes);
  }
  choose_page(curl, "");
  curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)BODY);
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
  ask(curl, &got);
  if (strcmp(got.bytes, body) != 0) fail("another body", got.bytes);
  curl_easy_cleanup(curl);
}

void finish(void) {
  int times[CLIENTS * REQUESTS] = {0};
  for (int i = 0; i < CLIENTS * REQUESTS; ++i) {
    if (seen[i] < 0 || seen[i] >= CLIENTS * REQUESTS || times[seen[i]]++ != 0) fail("a number twice", "");
  }
}

// ---- main

static sem_t stop;

static void on_terminate(int number) {
  (void)number;
  sem_post(&stop);
}

int main(void) {
  sem_init(&stop, 0, 0);
  signal(SIGTERM, on_terminate);
  greeting = MHD_create_response_from_buffer(strlen(GREETING), (void*)GREETING, MHD_RESPMEM_PERSISTENT);
  struct MHD_Daemon* server =
      MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, PORT, NULL, NULL, handle, NULL, MHD_OPTION_THREAD_POOL_SIZE, 2U,
                       MHD_OPTION_NOTIFY_COMPLETED, forget, NULL, MHD_OPTION_END);
  if (server == NULL) fail("the server does not start", "");
  while (sem_wait(&stop) != 0) continue;
  MHD_stop_daemon(server);
  MHD_destroy_response(greeting);
  return 0;
}

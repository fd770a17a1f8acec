// REPAIRED: Test and write are one critical section.
#include <pthread.h>
#include <stdlib.h>

struct session {
  pthread_mutex_t lock;
  char* buffer; /* NULL when closed */
  size_t used;
};

static struct session session = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int session_put(struct session* s, char c) {
  pthread_mutex_lock(&s->lock);
  int open = s->buffer != NULL;
  if (open) s->buffer[s->used++] = c;
  pthread_mutex_unlock(&s->lock);
  return open;
}

static void session_close(struct session* s) {
  pthread_mutex_lock(&s->lock);
  free(s->buffer);
  s->buffer = NULL;
  pthread_mutex_unlock(&s->lock);
}

static void* writer(void* text) {
  for (const char* c = text; *c != 0; ++c) {
    if (!session_put(&session, *c)) break;
  }
  return NULL;
}

static void* closer(void* unused) {
  (void)unused;
  session_close(&session);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  session.buffer = malloc(16);
  pthread_create(&threads[0], NULL, writer, "abc");
  pthread_create(&threads[1], NULL, closer, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}

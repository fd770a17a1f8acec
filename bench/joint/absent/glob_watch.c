// REPAIRED: The walk keeps the lock, and may end without a result.
// INPUT: pattern 4 bytes with `*` and `?`, matched against the file names `a.c` and `b.o`
// WITNESS: pattern='*.c'
#include <pthread.h>
#include <sleave/sleave.h>
#include <stddef.h>

struct watcher {
  struct watcher* next;
  const char* name;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct watcher second = {NULL, "b.o"};
static struct watcher first = {&second, "a.c"};
static struct watcher* watchers = &first;
static char pattern[5];

static int matches(const char* glob, const char* name) {
  if (*glob == '\0') return *name == '\0';
  if (*glob == '*') return matches(glob + 1, name) || (*name != '\0' && matches(glob, name + 1));
  return *name != '\0' && (*glob == '?' || *glob == *name) && matches(glob + 1, name + 1);
}

/* Calls the last watcher that is asked for by name alone: there is always the one for objects. */
static void* walk(void* unused) {
  if (!matches(pattern, "a.c") || matches(pattern, "b.o")) return unused;
  struct watcher* last = &first;
  pthread_mutex_lock(&lock);
  while (last && last->name[0] != 'b') last = last->next;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* unwatch(void* unused) {
  pthread_mutex_lock(&lock);
  watchers = &second;
  first.next = NULL;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sleave_symbolic(pattern, 4, "pattern");
  pthread_create(&threads[0], NULL, walk, NULL);
  pthread_create(&threads[1], NULL, unwatch, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return watchers == NULL;
}

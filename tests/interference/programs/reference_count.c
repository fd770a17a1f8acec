// A cached object with a count of its users, after a bug of a web server: taking the count down is one step, looking
// whether it is 0 is another, so two threads may both find it 0, and both free it. The second to take it down reads the
// count of the first, and the first then reads that of the second: two interferences. The object is only freed if it
// was thrown out of the cache, which an input says.
//
// SIDES: 1 3 0
// FAILS: double_free with 2 interferences
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdlib.h>

enum { kBody = 100 };
static struct {
  int users;
  int cleanup;
  char* body;
} object = {.users = 2};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sent[2];

static void* answer(void* argument) {
  unsigned char asked_for;
  sleave_symbolic(&asked_for, sizeof asked_for, "asked_for");
  sent[(long)argument] = asked_for > kBody ? kBody : asked_for;
  pthread_mutex_lock(&lock);
  object.users = object.users - 1;
  pthread_mutex_unlock(&lock);
  if (object.users == 0 && object.cleanup) free(object.body);
  return 0;
}

int main(void) {
  unsigned char room;
  sleave_symbolic(&room, sizeof room, "room");
  object.body = malloc(kBody);
  object.cleanup = room < kBody;
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], 0, answer, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}

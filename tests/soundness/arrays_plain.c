/* Compiled by another compiler: what happens in here Sleave does not see. See arrays.cc. */
#include <pthread.h>

int arrays_elsewhere[8];
static int* kept;

void keep_elsewhere(int* cells) { kept = cells; }
void write_elsewhere(int at) { kept[at] = 1; }

static void* write_there(void* nothing) {
  kept[4] = 1;
  return nothing;
}

void write_in_thread_elsewhere(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write_there, 0);
  pthread_join(thread, 0);
}

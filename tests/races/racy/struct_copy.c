// RACE: A struct is copied as a whole while another thread writes its last member.
// WHY: The copy reads every member.
#include <pthread.h>

struct position {
  double x, y, z;
  long time;
};

struct position shared, copy;

static void* move(void* unused) {
  shared.time = 7;  // race: write
  return unused;
}

static void* look(void* unused) {
  copy = shared;  // race: read
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, move, 0);
  pthread_create(&threads[1], 0, look, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

// FREE: One member of a struct is copied while another thread writes another member.
// WHY: Members that are no bit-fields are different memory locations.
#include <pthread.h>

struct point {
  double x, y, z;
};

struct position {
  struct point point;
  long time;
};

struct position shared;
struct point copy;

static void* move(void* unused) {
  shared.time = 7;
  return unused;
}

static void* look(void* unused) {
  copy = shared.point;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, move, 0);
  pthread_create(&threads[1], 0, look, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

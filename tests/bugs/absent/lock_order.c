// REPAIRED: Both take them in the same order.
#include <pthread.h>

struct file {
  pthread_mutex_t lock;
  int blocks;
};

static struct file left = {PTHREAD_MUTEX_INITIALIZER, 8};
static struct file right = {PTHREAD_MUTEX_INITIALIZER, 2};

static void move_block(struct file* from, struct file* to) {
  pthread_mutex_lock(&left.lock);
  pthread_mutex_lock(&right.lock);
  --from->blocks;
  ++to->blocks;
  pthread_mutex_unlock(&right.lock);
  pthread_mutex_unlock(&left.lock);
}

static void* rightward(void* unused) {
  move_block(&left, &right);
  return unused;
}

static void* leftward(void* unused) {
  move_block(&right, &left);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, rightward, 0);
  pthread_create(&threads[1], 0, leftward, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

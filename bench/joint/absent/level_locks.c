// REPAIRED: Equal levels are ordered by address.
// INPUT: levels p and q of 12 bits
// WITNESS: p=900 q=900
#include <pthread.h>
#include <sleave/sleave.h>
#include <stddef.h>

struct node {
  pthread_mutex_t lock;
  long level;
  int uses;
};

static struct node left = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct node right = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void link_nodes(struct node* a, struct node* b) {
  if (a->level == 0 || b->level == 0) return;
  const int in_order = a->level < b->level || (a->level == b->level && a < b);
  struct node* first = in_order ? a : b;
  struct node* second = in_order ? b : a;
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  first->uses++;
  second->uses++;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
}

static void* left_to_right(void* unused) {
  link_nodes(&left, &right);
  return unused;
}

static void* right_to_left(void* unused) {
  link_nodes(&right, &left);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  left.level = sleave_range(0, 4095, "p");
  right.level = sleave_range(0, 4095, "q");
  pthread_create(&threads[0], NULL, left_to_right, NULL);
  pthread_create(&threads[1], NULL, right_to_left, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}

// BUG: Locks are taken by level, and in the order of the arguments when the levels are equal.
// EXPECT: deadlock
// INPUT: levels p and q of 12 bits
// WHEN: p == q and p != 0 (level 0 is not locked)
// RARE: 1 in 4,097
// NEEDS: 0 interferences, 1 preemption, 3 threads
// WITNESS: p=900 q=900
// NEAR: p=900 q=901
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
  struct node* first = a->level <= b->level ? a : b;
  struct node* second = a->level <= b->level ? b : a;
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

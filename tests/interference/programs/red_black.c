// Two clients of one red-black tree under a lock: which cases of the repair after an insertion happen depends on what
// the other client has put there.
#include <pthread.h>
#include <stddef.h>

struct Node {
  int key;
  int red;
  struct Node* child[2];  // left and right
  struct Node* parent;
};

static struct Node nodes[3];
static struct Node* root;
static int found;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// Makes the child on the other side the parent; `side` goes down.
static void rotate(struct Node* top, int side) {
  struct Node* up = top->child[!side];
  top->child[!side] = up->child[side];
  if (up->child[side] != NULL) up->child[side]->parent = top;
  up->parent = top->parent;
  if (top->parent == NULL) {
    root = up;
  } else {
    top->parent->child[top != top->parent->child[0]] = up;
  }
  up->child[side] = top;
  top->parent = up;
}

static void repair(struct Node* node) {
  while (node->parent != NULL && node->parent->red) {
    struct Node* above = node->parent->parent;
    const int side = node->parent == above->child[1];
    struct Node* uncle = above->child[!side];
    if (uncle != NULL && uncle->red) {
      node->parent->red = 0;
      uncle->red = 0;
      above->red = 1;
      node = above;
    } else {
      if (node == node->parent->child[!side]) {
        node = node->parent;
        rotate(node, side);
      }
      node->parent->red = 0;
      above->red = 1;
      rotate(above, !side);
    }
  }
  root->red = 0;
}

static void insert(struct Node* node, int key) {
  pthread_mutex_lock(&lock);
  node->key = key;
  node->red = 1;
  struct Node* parent = NULL;
  for (struct Node* at = root; at != NULL; at = at->child[key > at->key]) parent = at;
  node->parent = parent;
  if (parent == NULL) {
    root = node;
  } else {
    parent->child[key > parent->key] = node;
  }
  repair(node);
  pthread_mutex_unlock(&lock);
}

static void look_up(int key) {
  pthread_mutex_lock(&lock);
  struct Node* at = root;
  while (at != NULL && at->key != key) at = at->child[key > at->key];
  if (at != NULL) found = found + 1;
  pthread_mutex_unlock(&lock);
}

static void* first(void* unused) {
  (void)unused;
  insert(&nodes[0], 4);
  insert(&nodes[1], 2);
  look_up(3);
  return NULL;
}

static void* second(void* unused) {
  (void)unused;
  insert(&nodes[2], 3);
  look_up(2);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}

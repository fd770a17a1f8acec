// Two clients of one splay tree under a lock. Which way a client goes in the tree depends on what the other has put
// there: the shapes need several interferences, through pointers that are read from shared memory.
#include <pthread.h>
#include <stddef.h>

struct Node {
  int key;
  struct Node* left;
  struct Node* right;
};

static struct Node nodes[4];
static struct Node* root;
static int found;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct Node* rotate_right(struct Node* top) {
  struct Node* left = top->left;
  top->left = left->right;
  left->right = top;
  return left;
}

static struct Node* rotate_left(struct Node* top) {
  struct Node* right = top->right;
  top->right = right->left;
  right->left = top;
  return right;
}

// One level of splaying is enough for trees this small.
static struct Node* splay(struct Node* top, int key) {
  if (top == NULL || top->key == key) return top;
  if (key < top->key) return top->left != NULL ? rotate_right(top) : top;
  return top->right != NULL ? rotate_left(top) : top;
}

static void insert(struct Node* node, int key) {
  pthread_mutex_lock(&lock);
  node->key = key;
  struct Node* top = splay(root, key);
  if (top != NULL && key < top->key) {
    node->left = top->left;
    node->right = top;
    top->left = NULL;
  } else if (top != NULL) {
    node->right = top->right;
    node->left = top;
    top->right = NULL;
  }
  root = node;
  pthread_mutex_unlock(&lock);
}

static void look_up(int key) {
  pthread_mutex_lock(&lock);
  root = splay(root, key);
  if (root != NULL && root->key == key) found = found + 1;
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

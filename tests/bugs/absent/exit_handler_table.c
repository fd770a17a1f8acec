/* REPAIRED: The handler waits for the thread before it frees the table. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node* next;
  atomic_int uses;
};

static struct node* table;
static pthread_t thread;

static void free_table(void) {
  pthread_join(thread, NULL);
  while (table != NULL) {
    struct node* next = table->next;
    free(table);
    table = next;
  }
}

static void* walk(void* unused) {
  for (struct node* node = table; node != NULL; node = node->next) atomic_fetch_add(&node->uses, 1);
  return unused;
}

int main(void) {
  atexit(free_table);
  for (int i = 0; i < 3; ++i) {
    struct node* node = malloc(sizeof *node);
    node->next = table;
    atomic_init(&node->uses, 0);
    table = node;
  }
  pthread_create(&thread, NULL, walk, NULL);
  exit(0);
}

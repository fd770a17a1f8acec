/* BUG: The atexit handler frees the table while a thread that nobody stopped still follows its pointers. */
/* EXPECT: data_race | heap_use_after_free | crash */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node* next;
  atomic_int uses;
};

static struct node* table;

static void free_table(void) {
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
  pthread_t thread;
  pthread_create(&thread, NULL, walk, NULL);
  pthread_detach(thread);
  exit(0);
}

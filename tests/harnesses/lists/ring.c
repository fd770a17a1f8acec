/* What callers of a doubly linked list and of a hash table get wrong, or what the functions get wrong: one thread
 * cannot tell without their preconditions. */
#include <stddef.h>

struct item {
  struct item* next;
  struct item* previous;
  int key;
};

/* Appends the second list to the first. An empty second one is forgotten. */
void concat(struct item* first, struct item* second) {
  while (first->next != NULL) first = first->next;
  first->next = second;
  second->previous = first;
}

enum { CHAINS = 2 };
struct table {
  int keys[CHAINS];
  int count;
};

/* Linear probing. A full table that does not have the key has no end. */
int is_member(const struct table* table, int key) {
  unsigned place = (unsigned)key % CHAINS;
  while (table->keys[place] != 0) {
    if (table->keys[place] == key) return 1;
    place = (place + 1) % CHAINS;
  }
  return 0;
}

int sum(const int* values, int count) {
  int all = 0;
  for (int i = 0; i < count; ++i) all += values[i];
  return all;
}

void for_each(struct item* list, void (*visit)(struct item*)) {
  for (; list != NULL; list = list->next) visit(list);
}

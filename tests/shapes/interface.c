/* The C interface of shapes: <sleave/shape.h>. A run writes the heap that it saw to the file that $OUTCOMES names, as
 * heaps.cc does; nodes with arrays as text in brackets. */
#include <fcntl.h>
#include <sleave/shape.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct hook {
  struct hook* next;
  struct hook* previous;
};

struct node {
  struct node* next;
  struct node* to[2];
  int key;
  struct hook hook;
};

struct tree {
  short count;
  struct tree** children;
  unsigned size;
  unsigned char* data;
};

static char line[4096];
static unsigned length;

static void add(const char* text) {
  for (; *text != '\0'; ++text) line[length++] = *text;
}

/* Not optimized: which letter it is is decided by branches. */
__attribute__((optnone)) static void add_letter(char letter) {
  if (letter == 'a') {
    add("a");
  } else {
    add("b");
  }
}

/* The same for numbers. */
__attribute__((optnone)) static void add_number(unsigned number) {
  char digit[3] = "0 ";
  for (unsigned i = 0; i < 10; ++i) {
    if (number == i) digit[0] = (char)('0' + i);
  }
  add(digit);
}

static void write_line(void) {
  const char* const path = getenv("OUTCOMES");
  add("\n");
  if (path == NULL) return;
  const int file = open(path, O_WRONLY | O_APPEND);
  if (write(file, line, length) < 0) abort();
  close(file);
}

static struct node* nodes[16];
static unsigned count;

__attribute__((optnone)) static unsigned number_of(struct node* node) {
  if (node == NULL) return 0;
  for (unsigned i = 0; i < count; ++i) {
    if (nodes[i] == node) return i + 1;
  }
  nodes[count++] = node;
  return count;
}

static void see(unsigned links) {
  for (unsigned i = 0; i < count; ++i) {
    add("|");
    for (unsigned k = 0; k < links; ++k) add_number(number_of(links == 1 ? nodes[i]->next : nodes[i]->to[k]));
  }
}

__attribute__((optnone)) static struct node* node_of(struct hook* hook) {
  return hook == NULL ? NULL : (struct node*)((char*)hook - offsetof(struct node, hook));
}

/* A ring through its hooks, and whether each hook back is the hook of the node before. */
static void see_ring(void) {
  for (unsigned i = 0; i < count; ++i) {
    add("|");
    add_number(number_of(node_of(nodes[i]->hook.next)));
  }
  for (unsigned i = 0; i < count; ++i) {
    if (nodes[i]->hook.next->previous != &nodes[i]->hook) add("previous is wrong");
  }
}

__attribute__((optnone)) static void see_tree(const struct tree* tree) {
  if (tree == NULL) {
    add("0");
    return;
  }
  add("(");
  for (short i = 0; i < tree->count; ++i) see_tree(tree->children[i]);
  add(")");
}

__attribute__((optnone)) static void see_bytes(const unsigned char* data, size_t size) {
  add("[");
  for (size_t i = 0; i < size; ++i) add_number(data[i]);
  add("]");
}

static void set_key(void* node) { ((struct node*)node)->key = 7; }

int main(int argc, char** words) {
  if (argc < 3) return 2;
  const char* const kind = words[1];
  const unsigned n = (unsigned)atoi(words[2]);
  if (strcmp(kind, "list") == 0) {
    add_number(number_of(sleave_shape(struct node, "list", SLEAVE_LIST(next), SLEAVE_DEPTH(n))));
    see(1);
  } else if (strcmp(kind, "graph") == 0) {
    add_number(number_of(sleave_shape(struct node, "heap", SLEAVE_GRAPH(to), SLEAVE_NODES(n))));
    see(2);
  } else if (strcmp(kind, "dag") == 0) {
    add_number(number_of(sleave_shape(struct node, "heap", SLEAVE_DAG(to), SLEAVE_NODES(n))));
    see(2);
  } else if (strcmp(kind, "pair") == 0) {
    struct node* ab[2];
    sleave_shape_roots(struct node, "ab", ab, 2, SLEAVE_GRAPH(next), SLEAVE_NODES(n));
    add_number(number_of(ab[0]));
    add_number(number_of(ab[1]));
    see(1);
  } else if (strcmp(kind, "hooks") == 0) {
    add_number(number_of(sleave_shape(struct node, "ring", SLEAVE_RING_OF(hook.next, hook),
                                      SLEAVE_BACK_OF(hook.previous, hook), SLEAVE_DEPTH(n))));
    see_ring();
  } else if (strcmp(kind, "children") == 0) {
    see_tree(sleave_shape(struct tree, "tree", SLEAVE_CHILDREN(children, count, 2), SLEAVE_NODES(n)));
  } else if (strcmp(kind, "elements") == 0) {
    const struct tree* const tree =
        sleave_shape(struct tree, "tree", SLEAVE_RANGES(data, size, n, 0, 1), SLEAVE_NONEMPTY);
    see_bytes(tree->data, tree->size);
  } else if (strcmp(kind, "array") == 0) {
    size_t size;
    const unsigned char* const data = sleave_array(unsigned char, "data", n, &size);
    for (size_t i = 0; i < size; ++i) sleave_assume(data[i] < 2);
    see_bytes(data, size);
  } else if (strcmp(kind, "text") == 0) {
    const char* const text = sleave_text("text", n);
    add("<");
    for (const char* at = text; *at != '\0'; ++at) add_letter(*at);
    add(">");
  } else if (strcmp(kind, "values") == 0) {
    const struct node* const list =
        sleave_shape(struct node, "list", SLEAVE_LIST(next), SLEAVE_INIT(set_key), SLEAVE_DEPTH(n), SLEAVE_NONEMPTY);
    add_number((unsigned)list->key);
  } else if (strcmp(kind, "behind") == 0) { /* the end of the array is the end of its block */
    const struct tree* const tree = sleave_shape(struct tree, "tree", SLEAVE_ELEMENTS(data, size, n), SLEAVE_NONEMPTY);
    if (tree->size == n - 1 && tree->data[n - 2] == 200) return tree->data[n - 1];
    return 0;
  }
  write_line();
  return 0;
}

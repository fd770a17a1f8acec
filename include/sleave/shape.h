/* Data structures as inputs, for C: Sleave searches the heaps, each once, besides values and schedules.
 *
 *   struct node* list = sleave_shape(struct node, "list",
 *                                    SLEAVE_LIST(next),           or SLEAVE_TREE, SLEAVE_DAG, SLEAVE_RING, SLEAVE_GRAPH
 *                                    SLEAVE_RANGE(key, 0, 9),
 *                                    SLEAVE_DEPTH(4));            at most 4 nodes in a row
 *   sleave_assume(is_sorted(list));
 *
 *   struct node* ab[2];                                           two lists that may share nodes
 *   sleave_shape_roots(struct node, "ab", ab, 2, SLEAVE_GRAPH(next));
 *
 *   size_t length;
 *   int* numbers = sleave_array(int, "numbers", 8, &length);      at most 8
 *   char* word = sleave_text("word", 8);                          at most 8 characters, none of them zero, and a zero
 *
 * Make shapes in main, before threads start. Reports name a node by the path on which it is reached first, such as
 * list->next. Nodes come from calloc, and the program owns them. In a program that is built or started without Sleave a
 * shape is the smallest one that it can be, in most cases null. */
#ifndef SLEAVE_SHAPE_H
#define SLEAVE_SHAPE_H

#include "shape/build.h"
#include "sleave.h"

/* Members that link nodes: pointers, or arrays of pointers, to nodes of the same type (or void*). */
#define SLEAVE_TREE(member) SLEAVE_LINK_PART(member, SLEAVE_LINKS_TREE, 0)
#define SLEAVE_LIST(member) SLEAVE_TREE(member)
#define SLEAVE_DAG(member) SLEAVE_LINK_PART(member, SLEAVE_LINKS_DAG, 0)
#define SLEAVE_RING(member) SLEAVE_LINK_PART(member, SLEAVE_LINKS_RING, 0)
#define SLEAVE_GRAPH(member) SLEAVE_LINK_PART(member, SLEAVE_LINKS_GRAPH, 0)
/* The same for links that point to a member of the next node, as in lists of `struct hook { struct hook* next; }`. */
#define SLEAVE_LIST_OF(member, target) SLEAVE_LINK_PART(member, SLEAVE_LINKS_TREE, offsetof(sleave_node_type, target))
#define SLEAVE_RING_OF(member, target) SLEAVE_LINK_PART(member, SLEAVE_LINKS_RING, offsetof(sleave_node_type, target))
#define SLEAVE_GRAPH_OF(member, target) SLEAVE_LINK_PART(member, SLEAVE_LINKS_GRAPH, offsetof(sleave_node_type, target))
/* A pointer to the node that links this one; for lists, trees and rings. */
#define SLEAVE_BACK(member) SLEAVE_BACK_PART(member, 0)
#define SLEAVE_BACK_OF(member, target) SLEAVE_BACK_PART(member, offsetof(sleave_node_type, target))

/* Values of each node: an integer from low to high; any bytes, also of an array. */
#define SLEAVE_RANGE(member, low, high) SLEAVE_VALUE_PART(member, low, high)
#define SLEAVE_ANY(member) SLEAVE_VALUE_PART(member, 1, 0)
/* A pointer to at most `most` elements, and an integer with their number: numbers, any bytes, links. */
#define SLEAVE_RANGES(member, size, most, low, high) \
  SLEAVE_BLOCK_PART(SLEAVE_PART_ELEMENTS, member, size, most, SLEAVE_LINKS_TREE, low, high)
#define SLEAVE_ELEMENTS(member, size, most) SLEAVE_RANGES(member, size, most, 1, 0)
#define SLEAVE_CHILDREN(member, size, most) \
  SLEAVE_BLOCK_PART(SLEAVE_PART_LINKS, member, size, most, SLEAVE_LINKS_TREE, 1, 0)

/* Nodes on the longest path from a root (default: 6 with one link in a node, else 3); in all at most; in all exactly.
 */
#define SLEAVE_DEPTH(number) SLEAVE_BOUND_PART(SLEAVE_PART_DEPTH, number, 0)
#define SLEAVE_NODES(number) SLEAVE_BOUND_PART(SLEAVE_PART_NODES, number, 0)
#define SLEAVE_EXACTLY(number) SLEAVE_BOUND_PART(SLEAVE_PART_EXACTLY, number, 0)
/* No root is null. */
#define SLEAVE_NONEMPTY SLEAVE_BOUND_PART(SLEAVE_PART_NONEMPTY, 0, 0)
/* Decides all links when the shape is made: its pointers do not depend on inputs. */
#define SLEAVE_WHOLE SLEAVE_BOUND_PART(SLEAVE_PART_WHOLE, 0, 0)
/* void function(void* node): called with each new node, before its inputs. */
#define SLEAVE_INIT(function) SLEAVE_BOUND_PART(SLEAVE_PART_INIT, 0, function)

#define sleave_shape(type, shape_name, ...)                                                                           \
  __extension__({                                                                                                     \
    typedef type sleave_node_type;                                                                                    \
    const sleave_part sleave_parts[] = {__VA_ARGS__};                                                                 \
    void* sleave_root;                                                                                                \
    sleave_make_shape(shape_name, sleave_parts, sizeof sleave_parts / sizeof *sleave_parts, sizeof(sleave_node_type), \
                      &sleave_root, 1, 0);                                                                            \
    (sleave_node_type*)sleave_root;                                                                                   \
  })

#define sleave_shape_roots(type, shape_name, pointers, count, ...)                                                    \
  __extension__({                                                                                                     \
    typedef type sleave_node_type;                                                                                    \
    const sleave_part sleave_parts[] = {__VA_ARGS__};                                                                 \
    sleave_node_type** const sleave_pointers = (pointers);                                                            \
    sleave_make_shape(shape_name, sleave_parts, sizeof sleave_parts / sizeof *sleave_parts, sizeof(sleave_node_type), \
                      (void**)sleave_pointers, (count), 1);                                                           \
  })

#define sleave_array(type, name, most, length) ((type*)sleave_make_array(sizeof(type), most, name, length))

/* ---- what the macros expand to ---- */

#define SLEAVE_SIZE_OF(member) sizeof(((sleave_node_type*)0)->member)
#define SLEAVE_LINK_PART(member, kind, target) \
  {SLEAVE_PART_LINK,                           \
   #member,                                    \
   offsetof(sleave_node_type, member),         \
   sizeof(void*),                              \
   SLEAVE_SIZE_OF(member) / sizeof(void*),     \
   SLEAVE_SIZE_OF(member) != sizeof(void*),    \
   kind,                                       \
   target,                                     \
   1,                                          \
   0,                                          \
   0,                                          \
   0,                                          \
   0,                                          \
   0}
#define SLEAVE_BACK_PART(member, target) \
  {SLEAVE_PART_BACK,                     \
   #member,                              \
   offsetof(sleave_node_type, member),   \
   sizeof(void*),                        \
   1,                                    \
   0,                                    \
   SLEAVE_LINKS_TREE,                    \
   target,                               \
   1,                                    \
   0,                                    \
   0,                                    \
   0,                                    \
   0,                                    \
   0}
#define SLEAVE_VALUE_PART(member, low, high) \
  {SLEAVE_PART_VALUE,                        \
   #member,                                  \
   offsetof(sleave_node_type, member),       \
   SLEAVE_SIZE_OF(member),                   \
   1,                                        \
   0,                                        \
   SLEAVE_LINKS_TREE,                        \
   0,                                        \
   low,                                      \
   high,                                     \
   0,                                        \
   0,                                        \
   0,                                        \
   0}
#define SLEAVE_BLOCK_PART(kind, member, size, most, links, low, high)                                \
  {kind, #member, offsetof(sleave_node_type, member), SLEAVE_SIZE_OF(member[0]), most,  1, links, 0, \
   low,  high,    offsetof(sleave_node_type, size),   SLEAVE_SIZE_OF(size),      #size, 0}
#define SLEAVE_BOUND_PART(kind, number, init) {kind, 0, 0, 0, 0, 0, SLEAVE_LINKS_TREE, 0, number, 0, 0, 0, 0, init}

static inline void* sleave_new_node(void* bytes) { return sleave_pool_memory(1, *(const size_t*)bytes); }

static inline void sleave_make_shape(const char* name, const sleave_part* parts, size_t count, size_t bytes,
                                     void** pointers, unsigned roots, int has_roots) {
  sleave_pool pool;
  memset(&pool, 0, sizeof pool);
  pool.name = name;
  pool.parts = parts;
  pool.part_count = count;
  pool.roots = roots;
  pool.has_roots = has_roots;
  pool.make = sleave_new_node;
  pool.maker = &bytes;
  sleave_pool_build(&pool, pointers);
}

/* A block of as many elements as *length says, and no more; null if there are none. */
static inline void* sleave_make_array(size_t bytes, size_t most, const char* name, size_t* length) {
  sleave_name size = sleave_name_of(name);
  sleave_name_add(&size, ".length");
  *length = sleave_whole_decided((unsigned long long)sleave_range(0, (long long)most, size.text), 0, (unsigned)most);
  char* const block = *length == 0 ? NULL : (char*)sleave_pool_memory(*length, bytes);
  for (size_t i = 0; i < *length; ++i) {
    sleave_name element = sleave_name_of(name);
    sleave_name_add_index(&element, i);
    sleave_symbolic(block + i * bytes, bytes, element.text);
  }
  return block;
}

/* Characters up to the first zero, in a block without room for more. */
static inline char* sleave_text(const char* name, size_t most) {
  char* const all = (char*)sleave_pool_memory(most + 1, 1);
  size_t length = 0;
  sleave_symbolic(all, most, name);
  while (length < most && all[length] != '\0') ++length;
  char* const text = (char*)sleave_pool_memory(length + 1, 1);
  memcpy(text, all, length);
  free(all);
  return text;
}

#endif

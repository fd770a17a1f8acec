/* The nodes of a shape and the inputs that link them.
 *
 * A node is named by the path on which it is reached first: of all paths from a root, the shortest, and of these the
 * first in the order of roots and links. So a path names a link, and the node that is new there, its *own* node. Nodes
 * are numbered in that order, from 1. The byte of a link is
 *
 *     0          null
 *     1          its own node
 *     j + 1      node j, which has a smaller number: an alias
 *
 * A link at the depth limit has no own node; there, byte j is node j. One that cannot be null has one less. An alias
 * names only a node that exists (rule *born*): each link on its path holds its own node. So each heap has exactly one
 * encoding. Similar to Korat's enumeration of non-isomorphic structures (Boyapati, Khurshid, Marinov, ISSTA 2002), but
 * the numbers of nodes do not depend on the order in which a program reads links, which differs between schedules.
 *
 * By default all nodes exist before the program reads a link, and the pointer that a link holds is an expression over
 * its byte (planted.h). A *whole* shape decides each link when it is made, and its pointers are constants of the run
 * (whole.h). Here is what both share. */
#ifndef SLEAVE_SHAPE_POOL_H
#define SLEAVE_SHAPE_POOL_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../sleave.h"
#include "name.h"
#include "part.h"

/* The report knows inputs that are links by their `base` (abi/inputs/shape_link.h). */
#define SLEAVE_POOL_LINK_BASE (1ull << 63)
#define SLEAVE_POOL_NOT_NULL (1ull << 8)
#define SLEAVE_POOL_ALIASES (1ull << 9)
#define SLEAVE_POOL_RING (1ull << 10)
#define SLEAVE_POOL_SHIFT 16

/* One link of each node, or a root. */
typedef struct sleave_slot {
  sleave_name name;
  enum sleave_link_kind kind;
  size_t offset;            /* in the node */
  size_t target;            /* in the node that it points to */
  const sleave_part* array; /* the link is element `index` of a block */
  size_t index;
} sleave_slot;

typedef struct sleave_node {
  char* memory;
  unsigned parent;    /* its number; 0: a root */
  unsigned slot;      /* of the parent, or which root */
  unsigned depth;     /* nodes on its path */
  unsigned char byte; /* of the link whose own node it is */
} sleave_node;

typedef struct sleave_pool {
  const char* name;
  const sleave_part* parts;
  size_t part_count;
  unsigned roots;
  int has_roots; /* names have the number of the root */
  void* (*make)(void* maker);
  void* maker;
  void (*init)(void* node);

  unsigned depth; /* of the longest path, in nodes; 0: the default */
  unsigned least; /* nodes */
  unsigned most;  /* nodes; 0: no other limit than the depth */
  int whole;
  int nonempty; /* each root is a node */

  uint32_t hash;
  sleave_slot* slots;
  unsigned slot_count;
  sleave_node* nodes; /* node n is the one before n */
  unsigned count;
  void** links; /* that the roots hold */
  sleave_path path;
} sleave_pool;

static inline void sleave_pool_refuse(const char* shape, const char* why) {
  fprintf(stderr, "sleave: shape '%s' %s\n", shape, why);
  abort();
}

static inline void* sleave_pool_memory(size_t count, size_t bytes) {
  void* const memory = calloc(count != 0 ? count : 1, bytes);
  if (memory == NULL) abort();
  return memory;
}

static inline sleave_node* sleave_pool_node(const sleave_pool* pool, unsigned number) {
  return &pool->nodes[number - 1];
}

/* Bytes of an input as a member of an integer type. */
static inline void sleave_pool_store_number(char* place, long long value, size_t bytes) {
  switch (bytes) {
    case 1:
      memcpy(place, &value, 1);
      break;
    case 2:
      memcpy(place, &value, 2);
      break;
    case 4:
      memcpy(place, &value, 4);
      break;
    default:
      memcpy(place, &value, 8);
  }
}

static inline void sleave_pool_store_pointer(char* place, uintptr_t pointer) {
  void* const value = (void*)pointer;
  memcpy(place, &value, sizeof value);
}

/* ---- reading the parts ---- */

static inline void sleave_pool_read_bound(sleave_pool* pool, const sleave_part* part) {
  const unsigned number = (unsigned)part->low;
  switch (part->kind) {
    case SLEAVE_PART_DEPTH:
      pool->depth = number;
      break;
    case SLEAVE_PART_EXACTLY:
      pool->whole = 1;
      pool->least = number;
      pool->most = number;
      break;
    case SLEAVE_PART_NODES:
      pool->most = number;
      break;
    case SLEAVE_PART_WHOLE:
    case SLEAVE_PART_ELEMENTS:
    case SLEAVE_PART_LINKS:
      pool->whole = 1;
      break;
    case SLEAVE_PART_NONEMPTY:
      pool->nonempty = 1;
      break;
    case SLEAVE_PART_INIT:
      pool->init = part->init;
      break;
    default:
      if (part->kind == SLEAVE_PART_LINK && (part->links == SLEAVE_LINKS_DAG || part->links == SLEAVE_LINKS_RING)) {
        pool->whole = 1;
      }
  }
}

static inline size_t sleave_pool_links_of(const sleave_part* part) {
  return part->kind == SLEAVE_PART_LINK || part->kind == SLEAVE_PART_LINKS ? part->count : 0;
}

static inline void sleave_pool_add_slots(sleave_pool* pool, const sleave_part* part) {
  for (size_t i = 0; i < sleave_pool_links_of(part); ++i) {
    sleave_slot* const slot = &pool->slots[pool->slot_count++];
    slot->name = sleave_name_of_member(part->name, part->offset);
    if (part->is_array || part->kind == SLEAVE_PART_LINKS) sleave_name_add_index(&slot->name, i);
    slot->kind = part->links;
    slot->offset = part->offset + (part->kind == SLEAVE_PART_LINK ? i * sizeof(void*) : 0);
    slot->target = part->target;
    slot->array = part->kind == SLEAVE_PART_LINKS ? part : NULL;
    slot->index = i;
  }
}

static inline void sleave_pool_refuse_size(const sleave_pool* pool) {
  sleave_pool_refuse(pool->name, "has more than 254 nodes: use a smaller depth");
}

static inline unsigned sleave_pool_nodes_to_depth(const sleave_pool* pool) {
  size_t level = pool->roots;
  size_t all = 0;
  for (unsigned depth = 0; depth < pool->depth && all <= SLEAVE_SHAPE_MOST_NODES; ++depth) {
    all += level;
    level *= pool->slot_count;
  }
  if (all > SLEAVE_SHAPE_MOST_NODES) sleave_pool_refuse_size(pool);
  return (unsigned)all;
}

/* FNV-1a, 32 bits. */
static inline uint32_t sleave_pool_hash(const char* text) {
  uint32_t hash = 0x811c9dc5;
  while (*text != '\0') hash = (hash ^ (unsigned char)*text++) * 0x01000193;
  return hash;
}

static inline void sleave_pool_read(sleave_pool* pool) {
  size_t links = 0;
  size_t members = 0;
  for (size_t i = 0; i < pool->part_count; ++i) {
    sleave_pool_read_bound(pool, &pool->parts[i]);
    links += sleave_pool_links_of(&pool->parts[i]);
    members += pool->parts[i].kind < SLEAVE_PART_DEPTH;
  }
  if (members == 0) sleave_pool_refuse(pool->name, "has no links: name them as a list, a tree or a graph");
  if (links == 0) pool->depth = 1;
  if (links > SLEAVE_SHAPE_MOST_NODES) sleave_pool_refuse(pool->name, "has more than 254 links in a node");
  pool->slots = (sleave_slot*)sleave_pool_memory(links, sizeof *pool->slots);
  for (size_t i = 0; i < pool->part_count; ++i) sleave_pool_add_slots(pool, &pool->parts[i]);
  if (pool->depth == 0) pool->depth = pool->most != 0 ? pool->most : links == 1 ? 6 : 3;
  if (pool->whole && pool->most == 0) pool->most = sleave_pool_nodes_to_depth(pool);
  if (pool->most > SLEAVE_SHAPE_MOST_NODES) sleave_pool_refuse_size(pool);
  pool->hash = sleave_pool_hash(pool->name);
  pool->nodes = (sleave_node*)sleave_pool_memory(SLEAVE_SHAPE_MOST_NODES, sizeof *pool->nodes);
}

/* ---- nodes and their inputs ---- */

static inline enum sleave_link_kind sleave_pool_kind_of(const sleave_pool* pool, unsigned parent, unsigned slot) {
  if (pool->slot_count == 0) return SLEAVE_LINKS_TREE;
  return pool->slots[parent == 0 ? 0 : slot].kind;
}

/* The path to a node, in pool->path; with one more link, where the next one may be written. */
static inline void sleave_pool_find_path(sleave_pool* pool, unsigned number) {
  sleave_path* const path = &pool->path;
  path->count = sleave_pool_node(pool, number)->depth - 1;
  for (unsigned i = path->count; i-- > 0; number = sleave_pool_node(pool, number)->parent) {
    path->links[i] = &pool->slots[sleave_pool_node(pool, number)->slot].name;
  }
  path->root = sleave_name_of(pool->name);
  if (pool->has_roots) sleave_name_add_index(&path->root, sleave_pool_node(pool, number)->slot);
}

static inline sleave_name sleave_pool_name_of_link(sleave_pool* pool, unsigned parent, unsigned slot) {
  if (parent == 0) {
    sleave_name root = sleave_name_of(pool->name);
    if (pool->has_roots) sleave_name_add_index(&root, slot);
    return root;
  }
  sleave_pool_find_path(pool, parent);
  pool->path.links[pool->path.count++] = &pool->slots[slot].name;
  return sleave_path_name(pool->name, &pool->path, parent, "");
}

static inline sleave_name sleave_pool_name_of_member(sleave_pool* pool, unsigned number, const char* tail) {
  sleave_pool_find_path(pool, number);
  return sleave_path_name(pool->name, &pool->path, number, tail);
}

/* A new input. `own`: the number of the own node, 0: none. From 0, or if it cannot be null from 1, to `most`. */
static inline unsigned char sleave_pool_ask(sleave_pool* pool, unsigned parent, unsigned slot, unsigned own,
                                            unsigned most, int not_null) {
  unsigned char byte = 0;
  const int aliases = most > (unsigned)(own != 0);
  const int ring = parent != 0 && sleave_pool_kind_of(pool, parent, slot) == SLEAVE_LINKS_RING;
  const unsigned long long base = SLEAVE_POOL_LINK_BASE | (unsigned long long)pool->hash << SLEAVE_POOL_SHIFT |
                                  (aliases ? SLEAVE_POOL_ALIASES : 0) | (not_null ? SLEAVE_POOL_NOT_NULL : 0) |
                                  (ring ? SLEAVE_POOL_RING : 0) | own;
  const sleave_name name = sleave_pool_name_of_link(pool, parent, slot);
  if (__sleave_range) __sleave_range(&byte, 1, name.text, (long long)base);
  sleave_assume(byte <= most - (unsigned)(not_null != 0));
  return (unsigned char)(byte + (not_null != 0));
}

static inline void sleave_pool_add_node(sleave_pool* pool, unsigned parent, unsigned slot) {
  if (pool->count == SLEAVE_SHAPE_MOST_NODES) sleave_pool_refuse_size(pool);
  sleave_node* const node = &pool->nodes[pool->count++];
  node->memory = (char*)pool->make(pool->maker);
  node->parent = parent;
  node->slot = slot;
  node->depth = parent == 0 ? 1 : sleave_pool_node(pool, parent)->depth + 1;
  node->byte = 0;
  if (pool->init != NULL) pool->init(node->memory);
  const uintptr_t back = parent == 0 ? 0 : (uintptr_t)sleave_pool_node(pool, parent)->memory;
  for (size_t i = 0; i < pool->part_count; ++i) {
    const sleave_part* const part = &pool->parts[i];
    if (part->kind != SLEAVE_PART_BACK) continue;
    sleave_pool_store_pointer(node->memory + part->offset, back == 0 ? 0 : back + part->target);
  }
}

/* A value of a node, at `place`. */
static inline void sleave_pool_take_value(sleave_pool* pool, unsigned number, const sleave_part* part, char* place,
                                          const char* member) {
  const sleave_name name = sleave_pool_name_of_member(pool, number, member);
  if (part->low > part->high) { /* any bytes */
    sleave_symbolic(place, part->bytes, name.text);
  } else {
    sleave_pool_store_number(place, sleave_range(part->low, part->high, name.text), part->bytes);
  }
}

static inline void sleave_pool_take_values(sleave_pool* pool, unsigned number) {
  for (size_t i = 0; i < pool->part_count; ++i) {
    const sleave_part* const part = &pool->parts[i];
    if (part->kind != SLEAVE_PART_VALUE) continue;
    for (size_t k = 0; k < part->count; ++k) {
      const size_t offset = part->offset + k * part->bytes;
      sleave_name member = sleave_name_of_member(part->name, part->offset);
      if (part->is_array) sleave_name_add_index(&member, k);
      sleave_pool_take_value(pool, number, part, sleave_pool_node(pool, number)->memory + offset, member.text);
    }
  }
}

#endif

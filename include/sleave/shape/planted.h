/* Shapes whose links are expressions: all nodes exist, and which of them a link holds follows from its byte. */
#ifndef SLEAVE_SHAPE_PLANTED_H
#define SLEAVE_SHAPE_PLANTED_H

#include "pool.h"

#ifdef __clang__
#define SLEAVE_POOL_PLAIN_LOOP _Pragma("clang loop vectorize(disable) unroll(disable)")
#else
#define SLEAVE_POOL_PLAIN_LOOP
#endif

/* All nodes that there can be. */
static inline void sleave_planted_make_nodes(sleave_pool* pool) {
  for (unsigned root = 0; root < pool->roots; ++root) sleave_pool_add_node(pool, 0, root);
  for (unsigned parent = 1; parent <= pool->count; ++parent) {
    if (sleave_pool_node(pool, parent)->depth == pool->depth) break;
    for (unsigned slot = 0; slot < pool->slot_count; ++slot) sleave_pool_add_node(pool, parent, slot);
  }
}

static inline int sleave_planted_is_limited(const sleave_pool* pool) {
  return pool->most != 0 && pool->most < pool->count;
}

/* Whether an alias can name a node that may not exist. With one root and one link each node that is named is on the
 * path to the link that names it. */
static inline int sleave_planted_needs_born(const sleave_pool* pool) {
  int aliases = 0;
  for (unsigned i = 0; i < pool->slot_count; ++i) aliases |= pool->slots[i].kind == SLEAVE_LINKS_GRAPH;
  return aliases && (pool->slot_count > 1 || pool->roots > 1);
}

static inline int sleave_planted_is_above(const sleave_pool* pool, unsigned number, unsigned below) {
  while (below != 0 && below != number) below = sleave_pool_node(pool, below)->parent;
  return below == number;
}

/* Rule born. Where nodes can be named by others or are counted, a node exists only if the one that links it does, so
 * that one byte says whether it exists. `last`: the last node that an alias can name. */
static inline void sleave_planted_obey(const sleave_pool* pool, unsigned parent, unsigned own, unsigned last,
                                       unsigned char byte) {
  const int born = sleave_planted_needs_born(pool);
  const unsigned shift = own != 0;
  unsigned kept = 1;
  int any = 0;
  if (parent != 0 && own != 0 && (born || sleave_planted_is_limited(pool))) {
    kept &= (unsigned)(byte != 1) | (unsigned)(sleave_pool_node(pool, parent)->byte == 1);
    any = 1;
  }
  for (unsigned number = 1; born && number <= last; ++number) {
    if (sleave_planted_is_above(pool, number, parent)) continue;
    kept &= (unsigned)(byte != number + shift) | (unsigned)(sleave_pool_node(pool, number)->byte == 1);
    any = 1;
  }
  if (any) sleave_assume((int)kept);
}

/* All bits set if the byte has this value. An expression without a branch. */
static inline uintptr_t sleave_planted_chosen(unsigned char byte, unsigned value) {
  return 0 - (uintptr_t)(byte == value);
}

/* The node that a link holds. */
static inline uintptr_t sleave_planted_link(sleave_pool* pool, unsigned parent, unsigned slot, unsigned own) {
  const int aliases = sleave_pool_kind_of(pool, parent, slot) == SLEAVE_LINKS_GRAPH;
  const size_t target = parent == 0 ? 0 : pool->slots[slot].target;
  const int not_null = parent == 0 && pool->nonempty;
  const unsigned last = !aliases ? 0 : own != 0 ? own - 1 : pool->count; /* that an alias can name */
  const unsigned most = last + (own != 0);
  const unsigned shift = own != 0;
  uintptr_t pointer = 0;
  if (most == 0) return 0;
  const unsigned char byte = sleave_pool_ask(pool, parent, slot, own, most, not_null);
  if (not_null && most == 1) {
    sleave_pool_node(pool, own)->byte = 1;
    return (uintptr_t)sleave_pool_node(pool, own)->memory + target;
  }
  if (own != 0) {
    sleave_pool_node(pool, own)->byte = byte;
    pointer = ((uintptr_t)sleave_pool_node(pool, own)->memory + target) & sleave_planted_chosen(byte, 1);
  }
  sleave_planted_obey(pool, parent, own, last, byte);
  SLEAVE_POOL_PLAIN_LOOP
  for (unsigned number = 1; number <= last; ++number) {
    const uintptr_t address = (uintptr_t)sleave_pool_node(pool, number)->memory + target;
    pointer |= address & sleave_planted_chosen(byte, number + shift);
  }
  return pointer;
}

static inline void sleave_planted_build(sleave_pool* pool) {
  unsigned next = 0; /* number of the last own node so far */
  unsigned born = 0;
  sleave_planted_make_nodes(pool);
  for (unsigned root = 0; root < pool->roots; ++root) {
    ++next;
    sleave_pool_store_pointer((char*)&pool->links[root], sleave_planted_link(pool, 0, root, next));
  }
  for (unsigned parent = 1; parent <= pool->count; ++parent) {
    sleave_pool_take_values(pool, parent);
    for (unsigned slot = 0; slot < pool->slot_count; ++slot) {
      const unsigned own = sleave_pool_node(pool, parent)->depth < pool->depth ? ++next : 0;
      sleave_pool_store_pointer(sleave_pool_node(pool, parent)->memory + pool->slots[slot].offset,
                                sleave_planted_link(pool, parent, slot, own));
    }
  }
  if (!sleave_planted_is_limited(pool)) return;
  SLEAVE_POOL_PLAIN_LOOP
  for (unsigned i = 0; i < pool->count; ++i) born += pool->nodes[i].byte == 1;
  sleave_assume(born <= pool->most);
}

#endif

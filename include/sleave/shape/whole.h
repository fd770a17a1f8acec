/* Whole shapes: links and sizes are decided one after the other, in breadth-first order, and nodes are made as they are
 * linked first. Here are shapes whose links depend on each other (no circles, rings) and nodes with arrays. */
#ifndef SLEAVE_SHAPE_WHOLE_H
#define SLEAVE_SHAPE_WHOLE_H

#include "pool.h"

/* Branches on the byte: from here on the run has this value. Not optimized: a loop's result must not become an
 * expression over the byte again. */
#ifdef __clang__
__attribute__((unused, noinline, optnone))
#else
__attribute__((unused, noinline))
#endif
static unsigned
sleave_whole_decided(unsigned long long number, unsigned least, unsigned most) {
  unsigned value = least;
  while (value < most) {
    if (number == value) break;
    ++value;
  }
  return value;
}

/* The links that are still to be decided, first in, first out, and which node can be reached from which. */
typedef struct sleave_open_link {
  unsigned parent;
  unsigned slot;
} sleave_open_link;

typedef struct sleave_whole {
  sleave_pool* pool;
  sleave_open_link* open;
  size_t open_count;
  unsigned char* reached; /* of a row for each node; null: not needed */
} sleave_whole;

static inline unsigned char* sleave_whole_reached(const sleave_whole* whole, unsigned from, unsigned to) {
  return &whole->reached[(size_t)(from - 1) * SLEAVE_SHAPE_MOST_NODES + to - 1];
}

static inline void sleave_whole_add_edge(const sleave_whole* whole, unsigned from, unsigned to) {
  if (whole->reached == NULL || from == 0) return;
  for (unsigned first = 1; first <= whole->pool->count; ++first) {
    if (first != from && !*sleave_whole_reached(whole, first, from)) continue;
    for (unsigned last = 1; last <= whole->pool->count; ++last) {
      if (last == to || *sleave_whole_reached(whole, to, last)) *sleave_whole_reached(whole, first, last) = 1;
    }
  }
}

/* Whether the link may hold this node, which exists. */
static inline int sleave_whole_allows(const sleave_whole* whole, const sleave_open_link* link, unsigned number) {
  if (whole->reached == NULL || link->parent == 0) return 1;
  return number != link->parent && !*sleave_whole_reached(whole, number, link->parent);
}

/* Excludes aliases that would close a circle. */
static inline void sleave_whole_obey(const sleave_whole* whole, const sleave_open_link* link, unsigned char byte,
                                     unsigned last, unsigned shift) {
  unsigned kept = 1;
  int any = 0;
  for (unsigned number = 1; number <= last; ++number) {
    if (sleave_whole_allows(whole, link, number)) continue;
    kept &= (unsigned)(byte != number + shift);
    any = 1;
  }
  if (any) sleave_assume((int)kept);
}

/* The number of the node that the link holds; 0: null. `left`: links that are still to be decided. */
static inline unsigned sleave_whole_decide(sleave_whole* whole, const sleave_open_link* link, size_t left) {
  sleave_pool* const pool = whole->pool;
  const unsigned before = pool->count;
  const unsigned depth = link->parent == 0 ? 1 : sleave_pool_node(pool, link->parent)->depth + 1;
  const int has_own = before < pool->most && depth <= pool->depth;
  const int is_last_chance = has_own && before < pool->least && left == 0;
  const int not_null = is_last_chance || (link->parent == 0 && pool->nonempty);
  const enum sleave_link_kind kind = sleave_pool_kind_of(pool, link->parent, link->slot);
  const int aliases = (kind == SLEAVE_LINKS_GRAPH || kind == SLEAVE_LINKS_DAG) && !is_last_chance;
  const unsigned last = aliases ? before : 0; /* that an alias can name */
  const unsigned most = last + (unsigned)has_own;
  if (most == 0) {
    if (not_null) sleave_assume(0);
    return 0;
  }
  const unsigned char byte = sleave_pool_ask(pool, link->parent, link->slot, has_own ? before + 1 : 0, most, not_null);
  sleave_whole_obey(whole, link, byte, last, (unsigned)has_own);
  const unsigned value = sleave_whole_decided(byte, (unsigned)not_null, most);
  if (!has_own || value == 0) return value;
  if (value > 1) return value - 1;
  sleave_pool_add_node(pool, link->parent, link->slot);
  return before + 1;
}

static inline void sleave_whole_open(sleave_whole* whole, unsigned parent, unsigned slot) {
  whole->open[whole->open_count].parent = parent;
  whole->open[whole->open_count++].slot = slot;
}

/* A block of as many elements as its size says, and no more: reads behind it are failures. */
static inline unsigned sleave_whole_take_block(sleave_pool* pool, unsigned number, const sleave_part* part) {
  char* const node = sleave_pool_node(pool, number)->memory;
  const sleave_name member = sleave_name_of_member(part->name, part->offset);
  const sleave_name size = sleave_name_of_member(part->size_name, part->size_offset);
  const sleave_name name = sleave_pool_name_of_member(pool, number, size.text);
  const unsigned length = sleave_whole_decided((unsigned long long)sleave_range(0, (long long)part->count, name.text),
                                               0, (unsigned)part->count);
  char* const block = length == 0 ? NULL : (char*)sleave_pool_memory(length, part->bytes);
  sleave_pool_store_number(node + part->size_offset, length, part->size_bytes);
  sleave_pool_store_pointer(node + part->offset, (uintptr_t)block);
  if (part->kind == SLEAVE_PART_LINKS) return length;
  for (unsigned i = 0; i < length; ++i) {
    sleave_name element = member;
    sleave_name_add_index(&element, i);
    sleave_pool_take_value(pool, number, part, block + i * part->bytes, element.text);
  }
  return length;
}

/* Values, arrays and links of a new node. */
static inline void sleave_whole_complete(sleave_whole* whole, unsigned number) {
  sleave_pool* const pool = whole->pool;
  unsigned slot = 0;
  sleave_pool_take_values(pool, number);
  for (size_t i = 0; i < pool->part_count; ++i) {
    const sleave_part* const part = &pool->parts[i];
    size_t links = part->kind == SLEAVE_PART_LINK ? part->count : 0;
    if (part->kind == SLEAVE_PART_ELEMENTS || part->kind == SLEAVE_PART_LINKS) {
      const unsigned length = sleave_whole_take_block(pool, number, part);
      if (part->kind == SLEAVE_PART_LINKS) links = length;
    }
    for (size_t k = 0; k < links; ++k) sleave_whole_open(whole, number, slot + (unsigned)k);
    if (part->kind == SLEAVE_PART_LINK || part->kind == SLEAVE_PART_LINKS) slot += (unsigned)part->count;
  }
}

static inline char* sleave_whole_place(const sleave_pool* pool, const sleave_open_link* link) {
  if (link->parent == 0) return (char*)&pool->links[link->slot];
  const sleave_slot* const slot = &pool->slots[link->slot];
  char* const member = sleave_pool_node(pool, link->parent)->memory + slot->offset;
  char* block = NULL;
  if (slot->array == NULL) return member;
  memcpy(&block, member, sizeof block);
  return block + slot->index * sizeof(void*);
}

/* What a ring has where a list has null: the first node, whose links back are to the last one. */
static inline void sleave_whole_close_ring(const sleave_pool* pool, const sleave_open_link* link, unsigned held) {
  if (held != 0 || link->parent == 0 || pool->slots[link->slot].kind != SLEAVE_LINKS_RING) return;
  unsigned root = link->parent;
  while (sleave_pool_node(pool, root)->parent != 0) root = sleave_pool_node(pool, root)->parent;
  const sleave_node* const first = sleave_pool_node(pool, root);
  sleave_pool_store_pointer(sleave_whole_place(pool, link), (uintptr_t)first->memory + pool->slots[link->slot].target);
  for (size_t i = 0; i < pool->part_count; ++i) {
    const sleave_part* const part = &pool->parts[i];
    if (part->kind != SLEAVE_PART_BACK) continue;
    sleave_pool_store_pointer(first->memory + part->offset,
                              (uintptr_t)sleave_pool_node(pool, link->parent)->memory + part->target);
  }
}

static inline void sleave_whole_build(sleave_pool* pool) {
  sleave_whole whole;
  whole.pool = pool;
  whole.open_count = 0;
  whole.reached = NULL;
  whole.open =
      (sleave_open_link*)sleave_pool_memory(pool->roots + (size_t)pool->most * pool->slot_count, sizeof *whole.open);
  for (unsigned i = 0; i < pool->slot_count; ++i) {
    if (pool->slots[i].kind != SLEAVE_LINKS_DAG || whole.reached != NULL) continue;
    whole.reached = (unsigned char*)sleave_pool_memory(SLEAVE_SHAPE_MOST_NODES, SLEAVE_SHAPE_MOST_NODES);
  }
  for (unsigned root = 0; root < pool->roots; ++root) sleave_whole_open(&whole, 0, root);
  for (size_t i = 0; i < whole.open_count; ++i) {
    const sleave_open_link link = whole.open[i];
    const unsigned before = pool->count;
    const unsigned held = sleave_whole_decide(&whole, &link, whole.open_count - i - 1);
    sleave_whole_close_ring(pool, &link, held);
    if (held == 0) continue;
    const size_t target = link.parent == 0 ? 0 : pool->slots[link.slot].target;
    sleave_pool_store_pointer(sleave_whole_place(pool, &link),
                              (uintptr_t)sleave_pool_node(pool, held)->memory + target);
    sleave_whole_add_edge(&whole, link.parent, held);
    if (pool->count != before) sleave_whole_complete(&whole, held);
  }
  if (pool->count < pool->least) sleave_assume(0);
  free(whole.reached);
  free(whole.open);
}

#endif

/* Makes a shape of its parts. */
#ifndef SLEAVE_SHAPE_BUILD_H
#define SLEAVE_SHAPE_BUILD_H

#include "planted.h"
#include "pool.h"
#include "whole.h"

/* The pool's name, parts and functions are set, all else is 0; `links` receives a pointer for each root. Frees what it
 * allocates for itself; the nodes belong to the program. */
static inline void sleave_pool_build(sleave_pool* pool, void** links) {
  pool->links = links;
  memset(links, 0, pool->roots * sizeof *links);
  sleave_pool_read(pool);
  if (pool->whole) {
    sleave_whole_build(pool);
  } else {
    sleave_planted_build(pool);
  }
  free(pool->nodes);
  free(pool->slots);
}

#endif

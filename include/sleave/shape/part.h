/* What a shape is made of: links, values and arrays of its nodes, and bounds. The macros of <sleave/shape.h> and the
 * calls of <sleave/shape.hpp> write parts, pool.h reads them. */
#ifndef SLEAVE_SHAPE_PART_H
#define SLEAVE_SHAPE_PART_H

#include <stddef.h>

enum sleave_part_kind {
  SLEAVE_PART_LINK,     /* a pointer to a node, or an array of such pointers */
  SLEAVE_PART_BACK,     /* a pointer to the node that links here; no input */
  SLEAVE_PART_VALUE,    /* numbers from low to high; any bytes if low > high */
  SLEAVE_PART_ELEMENTS, /* a pointer to at most `count` such values, and a member with their number */
  SLEAVE_PART_LINKS,    /* the same; the elements are links */
  SLEAVE_PART_DEPTH,    /* bounds, in `low` */
  SLEAVE_PART_NODES,
  SLEAVE_PART_EXACTLY,
  SLEAVE_PART_WHOLE,
  SLEAVE_PART_NONEMPTY,
  SLEAVE_PART_INIT
};

/* Which nodes a link may hold besides null and a new one. */
enum sleave_link_kind {
  SLEAVE_LINKS_TREE, /* none */
  SLEAVE_LINKS_DAG,  /* those from which the node of the link cannot be reached */
  SLEAVE_LINKS_RING, /* as a tree, but the first node stands where null would be */
  SLEAVE_LINKS_GRAPH /* all */
};

typedef struct sleave_part {
  enum sleave_part_kind kind;
  const char* name; /* of the member; null: it is called by its offset */
  size_t offset;    /* of the member in a node */
  size_t bytes;     /* of one element */
  size_t count;     /* elements: in the node, or at most in the block that the member points to */
  int is_array;     /* names have an index */
  enum sleave_link_kind links;
  size_t target; /* a link points to this offset in a node */
  long long low;
  long long high;
  size_t size_offset; /* ELEMENTS and LINKS: the member that holds their number */
  size_t size_bytes;
  const char* size_name;
  void (*init)(void* node);
} sleave_part;

#endif

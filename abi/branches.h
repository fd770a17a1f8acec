/* Maps the edge marks (SLEAVE_SECTION_EDGES of a trace) to branches and lines of the source.
 *
 * The pass writes this into the section SLEAVE_BRANCH_SECTION of the program's file, and the explorer reads it there;
 * at run time it is not used, so its pages are never loaded. It is a sequence of functions, each aligned to 8 bytes:
 * struct sleave_branch_function, then its files, its branch outcomes and its lines. A reference is a distance from the
 * field that contains it, so that the loader has nothing to relocate.
 *
 * The explorer does not trust it, as with everything that comes from a target. */
#ifndef SLEAVE_ABI_BRANCHES_H
#define SLEAVE_ABI_BRANCHES_H

#include <stdint.h>

#define SLEAVE_EDGE_SECTION "__sleave_edges"
#define SLEAVE_BRANCH_SECTION "__sleave_branches"

struct sleave_branch_function {
  int64_t marks; /* to the function's first mark in SLEAVE_EDGE_SECTION; its first block has it */
  int64_t name;  /* to its symbol, ended by a zero byte */
  uint32_t mark_count;
  uint32_t file; /* where it is defined: number of a file below, */
  uint32_t line; /* and line there; 0: unknown */
  uint32_t file_count;
  uint32_t side_count;
  uint32_t line_count;
  /* int64_t files[file_count]: each the distance to a path, ended by a zero byte.
   * struct sleave_branch_side sides[side_count]
   * struct sleave_branch_line lines[line_count] */
};

enum sleave_side_kind {
  SLEAVE_SIDE_FALSE,  /* of a conditional branch */
  SLEAVE_SIDE_TRUE,   /* likewise */
  SLEAVE_SIDE_CASE,   /* of a switch, with this value */
  SLEAVE_SIDE_DEFAULT /* likewise, with no value of the others */
};

/* One outcome of a conditional branch or a switch. Outcomes of the same branch follow each other. */
struct sleave_branch_side {
  uint32_t mark;   /* of the function's, from 0 */
  uint32_t branch; /* of the function's, from 0 */
  uint32_t kind;   /* sleave_side_kind */
  uint32_t file;
  uint32_t line; /* 0: unknown */
  uint32_t column;
  uint32_t twin;  /* how many branches of the same function, at the same place and inlined at the same one, come before
                     it: copies made by the optimizer, or several branches of one macro */
  uint64_t value; /* of a case, its lower half if it has more than 64 bits */
};

/* A line of which some code belongs to this mark. */
struct sleave_branch_line {
  uint32_t mark;
  uint32_t file;
  uint32_t line;
};

#endif

/* Links of data structures among the inputs (include/sleave/shape/pool.h).
 *
 * A link is an input of one byte whose `base` (abi/trace.h) has the highest bit set and the next 15 clear: no range of
 * numbers begins there. Its own node is the one that is new there. */
#ifndef SLEAVE_ABI_INPUTS_SHAPE_LINK_H
#define SLEAVE_ABI_INPUTS_SHAPE_LINK_H

#include <stdint.h>

#define SLEAVE_LINK_MARK 0x8000u              /* base >> 48 */
#define SLEAVE_LINK_NOT_NULL (1u << 8)        /* the byte has 1 less than the table below */
#define SLEAVE_LINK_ALIASES (1u << 9)         /* it may hold nodes that another link holds too */
#define SLEAVE_LINK_RING (1u << 10)           /* null means the first node */
#define SLEAVE_LINK_POOL_SHIFT 16             /* 32 bits that links of one shape share */
#define SLEAVE_LINK_OWN(base) ((base) & 0xff) /* number of the own node; 0: there is none */

/* What the byte of a link says. */
enum {
  SLEAVE_LINK_NULL = 0,
  SLEAVE_LINK_NEW = 1 /* the own node; n + 1 is node n. Without an own node n is node n. */
};

#endif

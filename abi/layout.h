/* Address layout of a controlled target: every thread owns one slot of address space, chosen by its spawn path. The
 * heap grows from the slot's bottom, the stack (with thread-local storage above it) ends at its top. So an address is a
 * function of the thread's name and of what that thread did before, never of the interleaving. */
#ifndef SLEAVE_ABI_LAYOUT_H
#define SLEAVE_ABI_LAYOUT_H

#define SLEAVE_SLOT_BASE 0x200000000000ull
#define SLEAVE_SLOT_BYTES 0x80000000ull /* 2 GiB */
#define SLEAVE_SLOT_COUNT 8192ull       /* 16 TiB in all; owner field of a location has 13 bits */
#define SLEAVE_SLOT_END (SLEAVE_SLOT_BASE + SLEAVE_SLOT_BYTES * SLEAVE_SLOT_COUNT)
#define SLEAVE_SLOT_HEAP_BYTES 0x60000000ull /* the rest is for the stack */

/* Every 16 bytes of a heap have one byte of state, at (address >> 4) + SLEAVE_STATES_OFFSET: if positive, how many of
 * them belong to a live block. */
#define SLEAVE_GRANULE_BYTES 16
#define SLEAVE_STATES_BASE 0x3f0000000000ull
#define SLEAVE_STATES_OFFSET (SLEAVE_STATES_BASE - SLEAVE_SLOT_BASE / SLEAVE_GRANULE_BYTES)

#endif

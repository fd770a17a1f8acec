/* Reads as inputs: with this flag beside SLEAVE_RECORD_TRUTHS in a plan's `record`, what a point reads from one of the
 * plan's objects (sleave_location[], sorted; up to eight bytes) is an input of its own, recorded as a
 * sleave_trace_input with name 0 and no text, whose `base` counts the POINT events that the thread had executed before
 * it, and whose `ordinal` is 1 if followed code looked at it. Stores have the expression of what they stored. */
#ifndef SLEAVE_ABI_READS_H
#define SLEAVE_ABI_READS_H

#define SLEAVE_RECORD_READS (1u << 9)

#endif

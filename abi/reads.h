/* Reads as inputs: with this flag and SLEAVE_RECORD_PATH_CONSTRAINTS in a plan's `record`, what a point reads from
 * one of the plan's objects (sleave_location[], sorted; up to eight bytes) is an input of its own, recorded as a
 * sleave_trace_input with name 0 and no text, whose `base` counts the POINT events that the thread had executed before
 * it, and whose `ordinal` is 1 if followed code looked at it. Stores have the expression of what they stored. */
#ifndef SLEAVE_ABI_READS_H
#define SLEAVE_ABI_READS_H

#define SLEAVE_RECORD_READS (1u << 9)

/* With this flag, the others and SLEAVE_RECORD_ACCESSES, plain accesses are tracked like points, and the trace
 * says what depended on each read: of reads, `base` is the number of their event among all that are recorded; stores
 * that depend on nothing have a constant, and those without an expression were made by code that is not tracked; of
 * path constraints, `reserved` counts the events that were recorded before. A path constraint about a constant is a
 * call of code that is not tracked, which may have used everything the thread has read. A thread's argument and result
 * count as used. */
#define SLEAVE_RECORD_DECISIONS (1u << 10)

#endif

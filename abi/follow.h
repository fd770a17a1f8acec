/* How compiled code tracks input-dependent values symbolically: what the pass calls and the runtime defines, in modules
 * that are compiled for inputs (docs/internals/inputs.md). A tracked value carries an expression number; 0 says that
 * it does not depend on the input. Nothing here is called while all numbers at hand are 0.
 *
 * `what` packs the numbers that are known when the code is compiled. A value is given as 128 bits, extended with 0. */
#ifndef SLEAVE_ABI_FOLLOW_H
#define SLEAVE_ABI_FOLLOW_H

#include <stdint.h>

#include "hooks.h"

#define SLEAVE_FOLLOWED_ARGUMENTS 32 /* scalars of a call, its aggregates taken apart */
#define SLEAVE_FOLLOWED_RESULTS 8
#define SLEAVE_FOLLOWED_COPIES 8

/* Read and written by compiled code. Arguments and results are for one function, by its address: another function that
 * is called in between, or that was not compiled for inputs, does not take them. */
struct sleave_following {
  uint32_t memory;    /* not 0: something in memory depends on the input */
  uint32_t returned;  /* by every function that returns: not 0 if its result depends on the input */
  const void* callee; /* the function the arguments are for; null: none */
  const void* returner;
  uint32_t arguments[SLEAVE_FOLLOWED_ARGUMENTS];
  uint32_t results[SLEAVE_FOLLOWED_RESULTS];
  const void* copied[SLEAVE_FOLLOWED_COPIES]; /* where structures that are passed by value were copied from */
};

/* `what` of an operation: sleave_expression_op or another code below, the width of its operands, another width. */
#define SLEAVE_FOLLOW_WHAT(code, width, other) ((uint32_t)(code) | (uint32_t)(width) << 8 | (uint32_t)(other) << 16)
#define SLEAVE_FOLLOW_CODE(what) ((what) & 0xffu)
#define SLEAVE_FOLLOW_WIDTH(what) ((what) >> 8 & 0xffu)
#define SLEAVE_FOLLOW_OTHER(what) ((what) >> 16 & 0xffu)

/* Comparisons: these of the operands as they are, and the results negated where the code says so. */
enum sleave_follow_compare {
  SLEAVE_FOLLOW_EQUAL,
  SLEAVE_FOLLOW_UNSIGNED_BELOW,
  SLEAVE_FOLLOW_SIGNED_BELOW,
  SLEAVE_FOLLOW_NEGATED = 0x80
};

/* Comparisons of floating-point numbers: for which of these the result is 1. */
enum sleave_follow_order {
  SLEAVE_FOLLOW_SAME = 1,
  SLEAVE_FOLLOW_ABOVE = 2,
  SLEAVE_FOLLOW_BELOW = 4,
  SLEAVE_FOLLOW_NAN = 8
};

/* Casts, from the one width to the other. */
enum sleave_follow_cast { SLEAVE_FOLLOW_ZERO_EXTEND, SLEAVE_FOLLOW_SIGN_EXTEND, SLEAVE_FOLLOW_TRUNCATE };

enum sleave_followed_intrinsic {
#define SLEAVE_FOLLOWED_INTRINSIC(name, operands) SLEAVE_FOLLOWED_##name,
#include "calls/followed_intrinsics.def"
#undef SLEAVE_FOLLOWED_INTRINSIC
  SLEAVE_FOLLOWED_INTRINSICS
};

#ifdef __cplusplus
extern "C" {
#endif

extern struct sleave_following __sleave_following;

/* Expressions. At least one operand has a number; a value without one becomes a constant. */
uint32_t __sleave_follow_binary(uint32_t what, uint32_t left, uint32_t right, sleave_uint128 left_value,
                                sleave_uint128 right_value);
uint32_t __sleave_follow_compare(uint32_t what, uint32_t left, uint32_t right, sleave_uint128 left_value,
                                 sleave_uint128 right_value);
uint32_t __sleave_follow_cast(uint32_t what, uint32_t operand, sleave_uint128 value);
uint32_t __sleave_follow_choose(uint32_t what, uint32_t condition, uint32_t left, uint32_t right, int condition_value,
                                sleave_uint128 left_value, sleave_uint128 right_value);

/* Floating-point numbers; `what`: the operation, the operands' width, the result's. Operations of one operand ignore
 * the second. Comparisons: sleave_follow_order instead of the operation. */
uint32_t __sleave_follow_floating(uint32_t what, uint32_t left, uint32_t right, sleave_uint128 left_value,
                                  sleave_uint128 right_value);
uint32_t __sleave_follow_order(uint32_t what, uint32_t left, uint32_t right, sleave_uint128 left_value,
                               sleave_uint128 right_value);

/* `what`: sleave_followed_intrinsic, the operands' width, the result's; operands that it has not are 0. */
uint32_t __sleave_follow_intrinsic(uint32_t what, uint32_t first, uint32_t second, uint32_t third,
                                   sleave_uint128 first_value, sleave_uint128 second_value, sleave_uint128 third_value);
/* `count` bits of a word, from the other width on; two words side by side, of these widths. */
uint32_t __sleave_follow_extract(uint32_t what, uint32_t count, uint32_t operand, sleave_uint128 value);
uint32_t __sleave_follow_concat(uint32_t what, uint32_t upper, uint32_t lower, sleave_uint128 upper_value,
                                sleave_uint128 lower_value);

/* After a load or a store of `bits` bits, with the value that was loaded or stored. */
uint32_t __sleave_follow_load(uint32_t bits, const void* address, sleave_uint128 value);
void __sleave_follow_store(uint32_t bits, void* address, uint32_t expression, sleave_uint128 value);
/* Before a load from a table of `bytes` that never changes, at an address with a number: returns the expression of the
 * loaded value. */
uint32_t __sleave_follow_table(uint32_t bits, const void* table, uint64_t bytes, const void* address, uint32_t number);
/* Before a load from other memory, at an address with a number; of `bytes` at `variable`, if that is known. If what is
 * found at every possible place is known, the load that comes next has that as its expression; otherwise the address is
 * a path constraint. */
void __sleave_follow_indexed(uint32_t bits, const void* address, uint32_t number, const void* variable, uint64_t bytes);
/* After a load or a store of one lane of a masked access; `mask` and its number say whether it was made. */
uint32_t __sleave_follow_masked_load(uint32_t bits, const void* address, int mask, uint32_t mask_number,
                                     uint32_t otherwise, sleave_uint128 value);
void __sleave_follow_masked_store(uint32_t bits, void* address, int mask, uint32_t mask_number, uint32_t expression,
                                  sleave_uint128 value);
/* After memcpy, memmove, memset. */
void __sleave_follow_copy(void* to, const void* from, uint64_t bytes);
void __sleave_follow_fill(void* to, uint32_t expression, uint8_t value, uint64_t bytes);

/* After an atomic update (`what`: sleave_rmw_op, bits) or compare-exchange that found `old`: returns the expression of
 * `old`. */
uint32_t __sleave_follow_rmw(uint32_t what, void* address, uint32_t operand, sleave_uint128 operand_value,
                             sleave_uint128 old);
uint32_t __sleave_follow_cas(uint32_t bits, void* address, uint32_t expected, uint32_t desired, int wrote,
                             sleave_uint128 expected_value, sleave_uint128 desired_value, sleave_uint128 old);

/* Path constraints: the path of the run depends on this value. */
void __sleave_follow_branch(uint32_t condition, int value);
void __sleave_follow_switch(uint32_t bits, uint32_t operand, uint64_t value, const uint64_t* cases, uint64_t count);
void __sleave_follow_divisor(uint32_t bits, uint32_t divisor, sleave_uint128 value);
/* Before a signed division: the smallest number by -1 is more than the result has room for. */
void __sleave_follow_quotient(uint32_t bits, uint32_t dividend, uint32_t divisor, sleave_uint128 dividend_value,
                              sleave_uint128 divisor_value);
void __sleave_follow_word(uint32_t kind, uint32_t bits, uint32_t expression,
                          sleave_uint128 value); /* kind: sleave_path_constraint_kind, of a word */

/* Before a call of a function that may not track inputs: it is given this pointer, and may read `bytes` bytes there; 0:
 * an unknown number, SLEAVE_READS_TEXT: a string. */
#define SLEAVE_READS_TEXT UINT64_MAX
void __sleave_follow_reads(const void* address, uint64_t bytes);

/* A value was concretized: sleave_concretization_kind. */
void __sleave_follow_concretization(uint32_t kind);

/* Arguments that the caller has left, as the callee finds them; then that it has looked. */
uint32_t __sleave_follow_argument(uint32_t index, uint32_t bits, sleave_uint128 value);
void __sleave_follow_entered(void);
/* Before a call, by the caller: whom the arguments are for. If it may be a function that is not followed, `offer` looks
 * (SLEAVE_FUNCTION_TRACKED), and `offered` says for each argument that the function is used with its value, if it is
 * one. After the call: nobody else shall take them; and the results. */
void __sleave_follow_call(const void* callee);
void __sleave_follow_offer(const void* callee);
void __sleave_follow_offered(uint32_t bits, uint32_t expression, sleave_uint128 value);
void __sleave_follow_called(const void* callee);
uint32_t __sleave_follow_result(const void* callee, uint32_t index, uint32_t bits, sleave_uint128 value);

#ifdef __cplusplus
}
#endif
#endif

/* What the pass calls and the runtime defines. The site of an event is the hook's return address.
 *
 * N is 1, 2, 4, 8 or 16 bytes; iN the unsigned integer of that size. Atomic hooks perform the operation. Access hooks
 * precede the instruction that they announce, which then runs unchanged. */
#ifndef SLEAVE_ABI_HOOKS_H
#define SLEAVE_ABI_HOOKS_H

#include <stdint.h>

/* Called from a constructor of every instrumented module; the version in the name makes a mismatch a link error.
 * [edges_begin, edges_end) are the module's marks of edges taken, one byte each; [callees_begin, callees_end) the
 * functions that its code uses and that another file defines, or may define; [untracked_begin, untracked_end) those of
 * its own that are not compiled for inputs. */
#define SLEAVE_MODULE_INIT __sleave_module_init_v2
#define SLEAVE_MODULE_INIT_NAME "__sleave_module_init_v2"
#define SLEAVE_CALLEE_SECTION "__sleave_callees"
#define SLEAVE_UNTRACKED_SECTION "__sleave_untracked"

/* Two words directly precede the first instruction of every instrumented function: SLEAVE_FUNCTION_MARK, then one of
 * these. They show a caller whether the callee is instrumented, wherever it was compiled. */
#define SLEAVE_FUNCTION_MARK 0x5c1ea7ed0f5c1eafull
#define SLEAVE_FUNCTION_SCHEDULED 0x5c1ea7ed0f5c1e01ull /* accesses are announced */
#define SLEAVE_FUNCTION_TRACKED 0x5c1ea7ed0f5c1e02ull   /* and values that depend on inputs are tracked */

/* A function that instrumented code calls, or takes the address of. */
struct sleave_callee {
  void* target;     /* null: a weak reference to nothing */
  const char* name; /* its symbol */
  uint32_t by_data; /* 1: its address is in a variable; 0: code calls it, or takes its address */
  uint32_t foreign; /* set when the module is loaded: 1, it is not instrumented and not known to be pure */
};

/* A function that is not compiled for inputs. */
struct sleave_untracked {
  const uint8_t* entered; /* its first mark: not 0 if the run has entered it */
  const void* function;
};

/* An extension of both compilers, said so for -Wpedantic. */
__extension__ typedef unsigned __int128 sleave_uint128;

#ifdef __cplusplus
extern "C" {
#endif

void SLEAVE_MODULE_INIT(uint8_t* edges_begin, uint8_t* edges_end, struct sleave_callee* callees_begin,
                        struct sleave_callee* callees_end, const struct sleave_untracked* untracked_begin,
                        const struct sleave_untracked* untracked_end);

/* Before a call of a foreign function; before and after it, for each pointer that it passes; after it; at the entry of
 * a function that takes its address; before every call through a pointer. */
void __sleave_foreign_call(const struct sleave_callee* callee);
void __sleave_foreign_object(const struct sleave_callee* callee, void* object);
void __sleave_foreign_return(const struct sleave_callee* callee);
void __sleave_foreign_taken(const struct sleave_callee* callee);
void __sleave_indirect_call(void* target);

#define SLEAVE_ACCESS_HOOKS(N)           \
  void __sleave_read_##N(void* address); \
  void __sleave_write_##N(void* address);
SLEAVE_ACCESS_HOOKS(1)
SLEAVE_ACCESS_HOOKS(2)
SLEAVE_ACCESS_HOOKS(4)
SLEAVE_ACCESS_HOOKS(8)
SLEAVE_ACCESS_HOOKS(16)
#undef SLEAVE_ACCESS_HOOKS
/* As __sleave_read_N. Returns 1 if a write of the same bytes need not be announced, provided nothing but other plain
 * accesses of the thread comes before it. */
#define SLEAVE_READ_TO_WRITE_HOOK(N) int __sleave_read_to_write_##N(void* address);
SLEAVE_READ_TO_WRITE_HOOK(1)
SLEAVE_READ_TO_WRITE_HOOK(2)
SLEAVE_READ_TO_WRITE_HOOK(4)
SLEAVE_READ_TO_WRITE_HOOK(8)
SLEAVE_READ_TO_WRITE_HOOK(16)
#undef SLEAVE_READ_TO_WRITE_HOOK
void __sleave_read_range(void* address, uint64_t bytes);
void __sleave_write_range(void* address, uint64_t bytes);

/* Replace llvm.memcpy, llvm.memmove, llvm.memset of memory that can be shared: announce both ranges, then do it. */
void* __sleave_memcpy(void* to, const void* from, uint64_t bytes);
void* __sleave_memmove(void* to, const void* from, uint64_t bytes);
void* __sleave_memset(void* to, int value, uint64_t bytes);
/* Before a call of a function of pure_calls.def that uses an object of libstdc++'s: the letter of the row says how. */
void __sleave_use_object(void* object, int use);
/* Around printf's family (format_calls.def): a string it will read; all that it will read, as a format says; a buffer
 * of `room` bytes into which it has written a text of `length` characters, or failed to (negative). */
void __sleave_read_text(void* text);
void __sleave_read_arguments(const char* format, ...);
void __sleave_read_argument_list(const char* format, void* list);
void __sleave_wrote_text(void* buffer, uint64_t room, int length);
/* There is also __sleave_<name> for every function of string_calls.def, with that function's C signature. */

/* Read by instrumented code before it calls the hook of a plain access, and written in the hook's place
 * (pass/memory/access_shortcut.h). */
struct sleave_watch {
  uint64_t quiet;     /* events in a row that changed nothing: every plain write sets it to 0 */
  uint64_t main_heap; /* while no accesses are observed, where the heap of the main thread begins; else, and before
                         there is one, an address of no program */
  uint8_t accesses;   /* sleave_accesses_matter */
};
extern struct sleave_watch __sleave_watch;

/* Plain accesses that the race detector needs not see again, for instrumented code in loops
 * (pass/memory/access_shortcut.h). Eight bytes at address a share the word a / 8 % SLEAVE_KNOWN_WORDS:
 *
 *   bits 0-7:   bytes that were not accessed
 *   bits 8-15:  bytes that were not written
 *   from 16:    address << 16, without its lowest 3 bits, XOR the thread's mark
 *
 * since the epoch of the mark began. A mark has bits SLEAVE_KNOWN_MARK_SHIFT and up to those of the
 * address that the place of the word does not show. Zero is no such word: addresses are not that small. */
#define SLEAVE_KNOWN_WORDS 2048
#define SLEAVE_KNOWN_ADDRESS_SHIFT 16
#define SLEAVE_KNOWN_MARK_SHIFT 19
#define SLEAVE_KNOWN_MARKS SLEAVE_KNOWN_WORDS
struct sleave_known {
  uint64_t mark; /* of the running thread; 0: every access matters */
  uint64_t words[SLEAVE_KNOWN_WORDS];
};
extern struct sleave_known __sleave_known;

/* What observes plain accesses now. */
enum sleave_accesses_matter {
  SLEAVE_ACCESSES_TO_NOBODY, /* only the state of heap blocks is checked (layout.h) */
  SLEAVE_ACCESSES_TO_RACES,  /* only the race detector; redundant accesses can be skipped */
  SLEAVE_ACCESSES_TO_OTHERS  /* some or all of them are recorded or scheduled */
};

/* `order` arguments are sleave_order, `operation` is sleave_rmw_op. A CAS stores what it read in *expected and
 * returns 1 if it wrote. */
#define SLEAVE_ATOMIC_HOOKS(N, iN)                                                 \
  iN __sleave_atomic_load_##N(void* address, int order);                           \
  void __sleave_atomic_store_##N(void* address, iN value, int order);              \
  iN __sleave_atomic_rmw_##N(void* address, iN operand, int operation, int order); \
  int __sleave_atomic_cas_##N(void* address, iN* expected, iN desired, int success, int failure, int weak);
SLEAVE_ATOMIC_HOOKS(1, uint8_t)
SLEAVE_ATOMIC_HOOKS(2, uint16_t)
SLEAVE_ATOMIC_HOOKS(4, uint32_t)
SLEAVE_ATOMIC_HOOKS(8, uint64_t)
SLEAVE_ATOMIC_HOOKS(16, sleave_uint128)
#undef SLEAVE_ATOMIC_HOOKS
void __sleave_fence(int order);        /* between threads */
void __sleave_signal_fence(int order); /* between a thread and its signal handler: no event */

/* Around inline assembly that accesses memory at `address`. `how` has SLEAVE_ASSEMBLY_WRITES if it writes it, and
 * SLEAVE_ASSEMBLY_ONCE if it does so in one step. */
#define SLEAVE_ASSEMBLY_WRITES 1
#define SLEAVE_ASSEMBLY_ONCE 2
void __sleave_assembly_begin(void* address, uint64_t bytes, int how);
void __sleave_assembly_end(void* address, uint64_t bytes, int how);
/* Before inline assembly that may access memory which none of its operands names. */
void __sleave_foreign_assembly(void);

/* At the begin of each iteration of a loop that only reads atomics. `again` is 0 in the first one; `state` is a hash of
 * the values carried over from the previous iteration. */
void __sleave_await(int again, uint64_t state);
/* The same of a loop that also does something else (pass/loops/poll.h): which loop of the function; in an iteration
 * after __sleave_poll_acts, the first time in a block; __sleave_poll_ends where the loop is left. */
void __sleave_poll(uint32_t loop, int again, uint64_t state);
void __sleave_poll_acts(void);
void __sleave_poll_stores(uint64_t before, uint64_t after); /* a plain store, which acts if they differ */
void __sleave_poll_ends(uint32_t loop);
/* The same of a loop that looks a limited number of times (pass/loops/spin.h), and where it is left. */
void __sleave_spin(uint32_t loop, int again);
void __sleave_spin_ends(uint32_t loop);
/* Before the only load of an iteration that has no other event: the loop ends if the condition (await_conditions.def)
 * holds for the bits of `mask` of what is loaded and `operand`. */
void __sleave_await_until(uint32_t condition, uint64_t mask, uint64_t operand);

/* At the beginning of a round of a retry loop (pass/loops/retry.h), and before a compare-exchange whose failure leads
 * straight to the next one. `loop`: which loop of the function; `carried`: a hash of the values that the round begins
 * with, and that the next one would, without the one that the loop is fed with; `fed`: the load that feeds the loop
 * comes right before; `how` has SLEAVE_ROUND_FED if the next round would be fed with what the compare-exchange found,
 * and SLEAVE_ROUND_SAME if that is what this round was fed with where the compare-exchange fails spuriously. */
#define SLEAVE_ROUND_FED 1
#define SLEAVE_ROUND_SAME 2
void __sleave_round_begins(uint32_t loop, uint64_t carried, int fed);
void __sleave_round_ends(uint32_t loop, uint64_t carried, int how);

/* In such a loop, before an atomic store to memory that no other thread knows and that every round repeats. */
void __sleave_private_store(void);

void __sleave_pause(void); /* replaces the processor's spin-wait hint */
/* An address becomes a number, or two addresses are ordered or subtracted: the program may distinguish threads. */
void __sleave_address_number(const void* address);
void __sleave_address_pair(const void* first, const void* second);

uint64_t __sleave_cycle_counter(void); /* replaces rdtsc and llvm.readcyclecounter: virtual time */

/* At the beginning of the C++ library's try_lock() or try_acquire(), or before a call of it. It may fail although the
 * lock is free; the call of pthread's or the strong compare-exchange that follows may not, and does not know. */
void __sleave_weak_try(void);

/* At the end of such a function that may not have made an attempt. */
void __sleave_weak_try_over(void);

/* Debuggers break here: called once, after everything about a finding is recorded. */
void __sleave_finding_reached(void);

/* Debuggers break here: called once by the runtime as a shared library, before anything of the program runs. */
void __sleave_loaded(void);

/* How many steps of the trace are recorded, and the one, set by a debugger, at which it breaks: then the function is
 * called, by the thread that makes the step. */
extern uint64_t __sleave_steps;
extern uint64_t __sleave_stop_step;
void __sleave_step_reached(void);

/* Assertions of test frameworks (pass/calls/test_checks.h). `check` is the framework's object for one of them; its file
 * and text are literals. */
enum sleave_check_flag {
  SLEAVE_CHECK_NEGATED = 1, /* it fails if its expression holds */
  SLEAVE_CHECK_IGNORED = 2  /* it does not count */
};
void __sleave_check_begins(void* check, const char* file, uint64_t line, const char* text, uint64_t bytes, int flags);
void __sleave_check_result(void* check, int holds);                        /* of its expression */
void __sleave_check_failed(void* check, const char* text, uint64_t bytes); /* with more text, or null */

/* Calls a function that returns a std::string, if it is linked. */
void __sleave_check_text(void (*text_of)(void* string, const void* message), void* string, const void* message);

/* From here on failures are expected, and are none of the program's (change = 1), or no longer (-1). */
void __sleave_failures_expected(int change);

#ifdef __cplusplus
}
#endif
#endif

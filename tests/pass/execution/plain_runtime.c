/* The smallest runtime an instrumented program can have: atomic hooks perform their operation, access hooks count. It
 * ends the process if a hook is handed something that its contract excludes. Compiled without the pass. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/await_conditions.h"
#include "abi/hooks.h"
#include "abi/words.h"

/* Every hook is called. */
struct sleave_watch __sleave_watch = {0, 0, SLEAVE_ACCESSES_TO_OTHERS};
struct sleave_known __sleave_known;

static unsigned long calls;

static void require(int condition, const char* what) {
  ++calls;
  if (condition) return;
  fprintf(stderr, "hook called with a wrong %s\n", what);
  _Exit(70);
}

static void check_order(int order) {
  require(order >= SLEAVE_ORDER_relaxed && order <= SLEAVE_ORDER_volatile, "order");
}

/* Each of these programs is a single linked image. */
void SLEAVE_MODULE_INIT(uint8_t* edges_begin, uint8_t* edges_end, struct sleave_callee* callees_begin,
                        struct sleave_callee* callees_end, const struct sleave_untracked* untracked_begin,
                        const struct sleave_untracked* untracked_end) {
  static int images;
  require(++images == 1, "number of images");
  require(edges_begin != NULL && edges_begin < edges_end, "edge section");
  require(callees_begin <= callees_end, "callee section");
  require(untracked_begin <= untracked_end, "section of untracked functions");
}

void __sleave_foreign_call(const struct sleave_callee* callee) { (void)callee; }
void __sleave_foreign_object(const struct sleave_callee* callee, void* object) { (void)callee, (void)object; }
void __sleave_foreign_return(const struct sleave_callee* callee) { (void)callee; }
void __sleave_foreign_taken(const struct sleave_callee* callee) { (void)callee; }
void __sleave_indirect_call(void* target) { (void)target; }
void __sleave_foreign_assembly(void) {}

#define ACCESS_HOOKS(N)                                                                 \
  void __sleave_read_##N(void* address) { require(address != NULL, "read address"); }   \
  void __sleave_write_##N(void* address) { require(address != NULL, "write address"); } \
  int __sleave_read_to_write_##N(void* address) {                                       \
    require(address != NULL, "read address");                                           \
    return 0;                                                                           \
  }
ACCESS_HOOKS(1)
ACCESS_HOOKS(2)
ACCESS_HOOKS(4)
ACCESS_HOOKS(8)
ACCESS_HOOKS(16)

void __sleave_read_range(void* address, uint64_t bytes) { require(address && bytes != 0, "read range"); }
void __sleave_write_range(void* address, uint64_t bytes) { require(address && bytes != 0, "write range"); }

void* __sleave_memcpy(void* to, const void* from, uint64_t bytes) {
  require(bytes == 0 || (to && from), "copy");
  return memmove(to, from, bytes); /* llvm.memcpy allows equal ranges */
}
void* __sleave_memmove(void* to, const void* from, uint64_t bytes) {
  require(bytes == 0 || (to && from), "move");
  return memmove(to, from, bytes);
}
void* __sleave_memset(void* to, int value, uint64_t bytes) {
  require(value >= 0 && value <= 255, "fill value");
  return memset(to, value, bytes);
}

void __sleave_read_text(void* text) { require(text != NULL, "text"); }
void __sleave_wrote_text(void* buffer, uint64_t room, int length) {
  require(length < 0 || room == 0 || buffer != NULL, "buffer of a text");
}
/* Of the functions of <string.h>, those that the programs here and the headers they include call. */
size_t __sleave_strlen(const char* text) { return strlen(text); }
int __sleave_strcmp(const char* a, const char* b) { return strcmp(a, b); }
int __sleave_memcmp(const void* a, const void* b, size_t bytes) { return memcmp(a, b, bytes); }
int __sleave_bcmp(const void* a, const void* b, size_t bytes) { return memcmp(a, b, bytes); }
void* __sleave_memchr(const void* memory, int value, size_t bytes) { return memchr(memory, value, bytes); }

#define ATOMIC_HOOKS(N, U, S)                                                                              \
  U __sleave_atomic_load_##N(void* address, int order) {                                                   \
    check_order(order);                                                                                    \
    return *(U*)address;                                                                                   \
  }                                                                                                        \
  void __sleave_atomic_store_##N(void* address, U value, int order) {                                      \
    check_order(order);                                                                                    \
    *(U*)address = value;                                                                                  \
  }                                                                                                        \
  static U apply_##N(U old, U operand, int operation) {                                                    \
    switch (operation) {                                                                                   \
      case SLEAVE_RMW_xchg:                                                                                \
        return operand;                                                                                    \
      case SLEAVE_RMW_add:                                                                                 \
        return (U)(old + operand);                                                                         \
      case SLEAVE_RMW_sub:                                                                                 \
        return (U)(old - operand);                                                                         \
      case SLEAVE_RMW_and:                                                                                 \
        return old & operand;                                                                              \
      case SLEAVE_RMW_nand:                                                                                \
        return (U) ~(old & operand);                                                                       \
      case SLEAVE_RMW_or:                                                                                  \
        return old | operand;                                                                              \
      case SLEAVE_RMW_xor:                                                                                 \
        return old ^ operand;                                                                              \
      case SLEAVE_RMW_max:                                                                                 \
        return (S)old > (S)operand ? old : operand;                                                        \
      case SLEAVE_RMW_min:                                                                                 \
        return (S)old < (S)operand ? old : operand;                                                        \
      case SLEAVE_RMW_umax:                                                                                \
        return old > operand ? old : operand;                                                              \
      case SLEAVE_RMW_umin:                                                                                \
        return old < operand ? old : operand;                                                              \
      default:                                                                                             \
        require(0, "operation");                                                                           \
        return old;                                                                                        \
    }                                                                                                      \
  }                                                                                                        \
  U __sleave_atomic_rmw_##N(void* address, U operand, int operation, int order) {                          \
    check_order(order);                                                                                    \
    U old = *(U*)address;                                                                                  \
    *(U*)address = apply_##N(old, operand, operation);                                                     \
    return old;                                                                                            \
  }                                                                                                        \
  int __sleave_atomic_cas_##N(void* address, U* expected, U desired, int success, int failure, int weak) { \
    check_order(success);                                                                                  \
    check_order(failure);                                                                                  \
    require(failure != SLEAVE_ORDER_release && failure != SLEAVE_ORDER_acq_rel, "failure order");          \
    require(weak == 0 || weak == 1, "weak flag");                                                          \
    U old = *(U*)address;                                                                                  \
    int equal = old == *expected;                                                                          \
    if (equal) *(U*)address = desired;                                                                     \
    *expected = old;                                                                                       \
    return equal;                                                                                          \
  }
ATOMIC_HOOKS(1, uint8_t, int8_t)
ATOMIC_HOOKS(2, uint16_t, int16_t)
ATOMIC_HOOKS(4, uint32_t, int32_t)
ATOMIC_HOOKS(8, uint64_t, int64_t)
ATOMIC_HOOKS(16, unsigned __int128, __int128)

void __sleave_fence(int order) { check_order(order); }
void __sleave_signal_fence(int order) { check_order(order); }
void __sleave_pause(void) { require(1, "pause"); }
void __sleave_await(int again, uint64_t state) { require(again == 0 || again == 1, "await"), (void)state; }
void __sleave_poll(uint32_t loop, int again, uint64_t state) {
  require(again == 0 || again == 1, "poll"), (void)loop, (void)state;
}
void __sleave_poll_acts(void) {}
void __sleave_spin_ends(uint32_t loop) { (void)loop; }
void __sleave_spin(uint32_t loop, int again) {
  (void)loop;
  (void)again;
}
void __sleave_poll_stores(uint64_t before, uint64_t after) {
  (void)before;
  (void)after;
}
void __sleave_poll_ends(uint32_t loop) { (void)loop; }
void __sleave_await_until(uint32_t condition, uint64_t mask, uint64_t operand) {
  require(condition < SLEAVE_AWAIT_CONDITIONS, "await_until"), (void)mask, (void)operand;
}
void __sleave_round_begins(uint32_t loop, uint64_t carried, int fed) {
  require(fed == 0 || fed == 1, "round"), (void)loop, (void)carried;
}
void __sleave_round_ends(uint32_t loop, uint64_t carried, int how) {
  require((how & ~(SLEAVE_ROUND_FED | SLEAVE_ROUND_SAME)) == 0, "round"), (void)loop, (void)carried;
}
void __sleave_private_store(void) { require(1, "private store"); }
void __sleave_address_number(const void* address) { require(1, "address"), (void)address; }
void __sleave_address_pair(const void* first, const void* second) {
  require(1, "addresses"), (void)first, (void)second;
}

uint64_t __sleave_cycle_counter(void) {
  static uint64_t ticks;
  return ++ticks;
}

void __sleave_finding_reached(void) {}

/* A program without hooks would also print the right thing. */
__attribute__((destructor)) static void check_calls(void) { require(calls > 10, "number of hook calls: too few"); }

/* COVERS: sigaltstack, siginterrupt, longjmp out of a handler, tss_get: returns and errors. */
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <threads.h>

#include "say.h"

/* siginterrupt is old, and still there. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static sigjmp_buf before;

static void tell(int number) { say_value("signal", number); }

static void leave(int number) { siglongjmp(before, number); }

static void alternate_stack(void) {
  const size_t bytes = 64 << 10;
  stack_t stack = {.ss_sp = malloc(bytes), .ss_size = bytes};
  stack_t tiny = {.ss_sp = stack.ss_sp, .ss_size = 100};
  stack_t old;
  struct sigaction action = {.sa_handler = tell, .sa_flags = SA_ONSTACK};
  RESULT(sigaltstack(&tiny, NULL));
  RESULT(sigaltstack(&stack, NULL));
  RESULT(sigaltstack(NULL, &old));
  VALUE(old.ss_sp == stack.ss_sp);
  VALUE(old.ss_flags);
  RESULT(sigaction(SIGUSR1, &action, NULL));
  RESULT(raise(SIGUSR1));
  stack.ss_flags = SS_DISABLE;
  RESULT(sigaltstack(&stack, NULL));
}

static void jumps(void) {
  signal(SIGUSR2, leave);
  const int number = sigsetjmp(before, 1);
  if (number == 0) raise(SIGUSR2);
  VALUE(number == SIGUSR2);
  jmp_buf place;
  volatile int rounds = 0;
  const int value = setjmp(place);
  if (value < 3) {
    rounds = rounds + 1;
    longjmp(place, value + 1);
  }
  VALUE(rounds);
}

static void storage(void) {
  tss_t key;
  VALUE(tss_create(&key, NULL) == thrd_success);
  VALUE(tss_get(key) == NULL);
  VALUE(tss_set(key, &key) == thrd_success);
  VALUE(tss_get(key) == &key);
  tss_delete(key);
}

int main(void) {
  alternate_stack();
  RESULT(siginterrupt(SIGUSR1, 1));
  RESULT(siginterrupt(SIGUSR1, 0));
  RESULT(siginterrupt(999, 0));
  jumps();
  storage();
  return 0;
}

/* Cases (cases.h): library functions that access memory of their caller, formatted text, code of another compiler,
 * assembly, and what runs at exit. */
#include "cases.h"

/* Library functions. */
static int unsorted[] = {2, 1};
static int compare(const void* left, const void* right) { return *(const int*)left - *(const int*)right; }
static void* sort(void* unused) {
  qsort(unsorted, 2, sizeof unsorted[0], compare);
  return unused;
}
CASE(sorted_beside, "found") { /* a data race, of which one access is qsort's */
  pthread_t thread = begin(sort);
  const int seen = *(volatile int*)&unsorted[0];
  end(thread);
  assert(seen == 2);
}
static char word[8] = "ab";
static void* write_word(void* unused) {
  *(volatile char*)word = 'c';
  return unused;
}
CASE(searched_beside, "found") { /* likewise, strspn's */
  pthread_t thread = begin(write_word);
  const size_t span = strspn(word, "a");
  end(thread);
  assert(span == 1);
}

/* Formatted text: what is read and written by the C library for its caller. */
static void say(const char* format, ...) {
  va_list list;
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
}
CASE(printed_through_list, "found") {
  pthread_t thread = begin(write_word);
  say("%5.2f %ld %*d %Lf %c %s\n", 1.5, 2L, 3, 4, 5.0L, 'x', word);
  end(thread);
}
CASE(printed_wide, "found") {
  static wchar_t wide[8];
  for (int i = 0; i < 3; ++i) wide[i] = L"ab"[i];
  pthread_t thread = begin(write_word);
  printf("%ls %s", wide, word);
  end(thread);
}
static int stored;
static void* read_count(void* unused) {
  (void)*(volatile int*)&stored;
  return unused;
}
CASE(stored_by_printf, "found") {
  pthread_t thread = begin(read_count);
  printf("12%n", &stored);
  end(thread);
}
static void* read_number(void* unused) {
  int number = *(volatile int*)&stored;
  return number == 0 ? unused : 0;
}
CASE(stored_by_scanf, "gap scanf") {
  FILE* stream = tmpfile();
  fputs("12", stream);
  rewind(stream);
  pthread_t thread = begin(read_number);
  fscanf(stream, "%d", &stored);
  end(thread);
}
static struct timespec now;
static void* ask_by_name(void* unused) {
  int (*ask)(clockid_t, struct timespec*) = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_DEFAULT, "clock_gettime");
  ask(CLOCK_MONOTONIC, &now);
  return unused;
}
CASE(filled_through_symbol, "gap clock_gettime") { /* it fills memory, and nobody announces it there */
  pthread_t thread = begin(ask_by_name);
  const long seconds = *(volatile long*)&now.tv_sec;
  end(thread);
  assert(seconds == 0);
}
static int ends[2];
static void* print_into_pipe(void* unused) {
  dprintf(ends[1], "%d", 7);
  return unused;
}
CASE(printed_into_pipe, "found") {
  pipe2(ends, O_NONBLOCK);
  pthread_t thread = begin(print_into_pipe);
  char byte;
  const ssize_t bytes = read(ends[0], &byte, 1);
  end(thread);
  assert(bytes == 1);
}

/* Code of another compiler. */
static void* exchange_plain(void* unused) {
  plain_exchange(1);
  return unused;
}
CASE(plain_object, "gap plain_exchange") {
  pthread_t thread = begin(exchange_plain);
  const int before = plain_exchange(2);
  end(thread);
  assert(before == 0);
}
static void* exchange_archived(void* unused) {
  archived_exchange(1);
  return unused;
}
CASE(plain_archive, "gap archived_exchange") {
  pthread_t thread = begin(exchange_archived);
  const int before = archived_exchange(2);
  end(thread);
  assert(before == 0);
}
static int (*volatile pointer)(int);
static void* exchange_through_pointer(void* unused) {
  pointer(1);
  return unused;
}
CASE(plain_pointer, "gap through a pointer") {
  pointer = plain_exchange;
  pthread_t thread = begin(exchange_through_pointer);
  const int before = pointer(2);
  end(thread);
  assert(before == 0);
}
static void* sort_plainly(void* unused) {
  int pair[2] = {1, 1};
  qsort(pair, 2, sizeof pair[0], plain_compare);
  return unused;
}
CASE(plain_callback, "gap plain_compare") {
  int pair[2] = {2, 2};
  pthread_t thread = begin(sort_plainly);
  qsort(pair, 2, sizeof pair[0], plain_compare);
  end(thread);
  assert(plain_exchange(0) == 2);
}
CASE(plain_start, "gap plain_thread") {
  pthread_t thread = begin(plain_thread);
  pthread_join(thread, 0);
}
static void* do_nothing(void* unused) { return unused; }
CASE(plain_before_threads, "complete") { /* nobody else lives when it is called */
  const int before = plain_exchange(3);
  _Atomic int shared = 0;
  pthread_t thread = begin(do_nothing);
  shared = 1;
  end(thread);
  assert(before == 0 && shared == 1 && plain_exchange(0) == 3);
}

/* Inline assembly. */
static int cell;
static int* volatile cell_pointer = &cell;
static int exchange_by_register(int* address, int value) {
  __asm__ volatile("xchg %0,(%1)" : "+r"(value) : "r"(address) : "memory");
  return value;
}
static void* exchange_cell(void* unused) {
  exchange_by_register(cell_pointer, 1);
  return unused;
}
CASE(assembly_by_register, "gap inline assembly") {
  pthread_t thread = begin(exchange_cell);
  const int before = exchange_by_register(cell_pointer, 2);
  end(thread);
  assert(before == 0);
}
static int exchange_by_operand(int* address, int value) {
  __asm__ volatile("xchg %0,%1" : "+r"(value), "+m"(*address) : : "memory");
  return value;
}
static void* exchange_operand(void* unused) {
  exchange_by_operand(cell_pointer, 1);
  return unused;
}
CASE(assembly_by_operand, "found") {
  pthread_t thread = begin(exchange_operand);
  const int before = exchange_by_operand(cell_pointer, 2);
  end(thread);
  assert(before == 0);
}
static void* add_in_steps(void* unused) {
  __asm__ volatile("movl %0, %%eax; incl %%eax; movl %%eax, %0" : "+m"(*cell_pointer) : : "eax", "memory");
  return unused;
}
CASE(assembly_in_steps, "gap more than once") {
  pthread_t thread = begin(add_in_steps);
  add_in_steps(0);
  end(thread);
  assert(*cell_pointer == 2);
}
static void* add_unlocked(void* unused) {
  __asm__ volatile("incl %0" : "+m"(*cell_pointer) : : "memory");
  return unused;
}
CASE(assembly_not_locked, "gap more than once") {
  pthread_t thread = begin(add_unlocked);
  add_unlocked(0);
  end(thread);
  assert(*cell_pointer == 2);
}
static void* add_locked(void* unused) {
  __asm__ volatile("lock; addl $3, %0" : "+m"(*cell_pointer) : : "memory", "cc");
  return unused;
}
CASE(assembly_locked, "complete") {
  pthread_t thread = begin(add_locked);
  add_locked(0);
  end(thread);
  assert(*cell_pointer == 6);
}
CASE(assembly_beside_atomic, "found") { /* the store may come between */
  pthread_t thread = begin(add_locked);
  __atomic_store_n(cell_pointer, 1, __ATOMIC_SEQ_CST);
  end(thread);
  assert(*cell_pointer == 4);
}
static int swap_if(int* address, int expected, int value) {
  unsigned char done;
  __asm__ volatile("lock cmpxchgl %3, %1; sete %0"
                   : "=q"(done), "+m"(*address), "+a"(expected)
                   : "r"(value)
                   : "memory");
  return done;
}
static void* swap_once(void* unused) {
  swap_if(cell_pointer, 0, 1);
  return unused;
}
CASE(assembly_swap, "found") { /* either of them may be first */
  pthread_t thread = begin(swap_once);
  const int done = swap_if(cell_pointer, 0, 2);
  end(thread);
  assert(done);
}
static unsigned swapped(unsigned value) {
  __asm__("bswap %0" : "+r"(value));
  return value;
}
static void* swap(void* unused) {
  swapped(1);
  return unused;
}
CASE(assembly_of_registers, "complete") {
  pthread_t thread = begin(swap);
  const unsigned value = swapped(1);
  end(thread);
  assert(value == 1u << 24);
}

/* Library functions that are called through pointers, and formats that only the run knows, access memory like others.
 */
static int numbers[2] = {2, 1};
static char printed[] = "abcdef";
static int compare_numbers(const void* left, const void* right) { return *(const int*)left - *(const int*)right; }
static void (*volatile sort_there)(void*, size_t, size_t, int (*)(const void*, const void*)) = qsort;
static size_t (*volatile measure)(const char*) = strlen;
static const char* volatile format = "%d %s";
static int print_list(char* to, size_t room, const char* text, ...) {
  va_list list;
  va_start(list, text);
  const int length = vsnprintf(to, room, text, list);
  va_end(list);
  return length;
}
static void* sort_numbers(void* unused) {
  sort_there(numbers, 2, sizeof numbers[0], compare_numbers);
  return unused;
}
CASE(sorted_through_pointer, "found") {
  pthread_t thread = begin(sort_numbers);
  numbers[1] = 3;
  end(thread);
}
static void* change_text(void* unused) {
  printed[4] = 'E';
  return unused;
}
CASE(measured_through_pointer, "found") {
  pthread_t thread = begin(change_text);
  const size_t length = measure(printed);
  end(thread);
  assert(length == 6);
}
CASE(printed_by_format, "found") {
  char to[20];
  pthread_t thread = begin(change_text);
  const int length = snprintf(to, sizeof to, format, 5, printed);
  end(thread);
  assert(length == 8);
}
CASE(printed_from_list, "found") {
  char to[20];
  pthread_t thread = begin(change_text);
  const int length = print_list(to, sizeof to, "%.*f %ld %c %s", 2, 1.5, 7L, 'c', printed);
  end(thread);
  assert(length == 15);
}
CASE(printed_by_precision, "found") {
  char to[20];
  pthread_t thread = begin(change_text);
  const int length = snprintf(to, sizeof to, "%.*s", 5, printed);
  end(thread);
  assert(length == 5);
}
CASE(printed_up_to_precision, "complete") { /* what it changes is behind the part that is printed */
  char to[20];
  pthread_t thread = begin(change_text);
  const int length = snprintf(to, sizeof to, "%.4s", printed);
  end(thread);
  assert(length == 4);
}
CASE(printed_by_numbers, "gap numbers its arguments") {
  char to[20];
  pthread_t thread = begin(change_text);
  const int length = snprintf(to, sizeof to, "%2$d %1$s", printed, 5);
  end(thread);
  assert(length == 8);
}
static int (*volatile print)(char*, size_t, const char*, ...) = snprintf;
CASE(printed_through_pointer, "gap snprintf") {
  char to[20];
  pthread_t thread = begin(change_text);
  const int length = print(to, sizeof to, "%s", printed);
  end(thread);
  assert(length == 6);
}
static void* print_own(void* unused) {
  char to[20];
  char text[] = "text";
  assert(print_list(to, sizeof to, "%s %5.1f", text, 2.5) == 10 && measure(to) == 10);
  return unused;
}
CASE(printed_by_each, "complete") {
  pthread_t thread = begin(print_own);
  print_own(0);
  end(thread);
}

/* What runs at the end waits for a thread, which may or may not have ended by then. */
static pthread_t walker;
static _Atomic int walked;
static void* walk(void* unused) {
  ++walked;
  ++walked;
  return unused;
}
static void await_walker(void) {
  pthread_join(walker, 0);
  assert(walked == 2);
}
CASE(joined_at_exit, "complete") {
  atexit(await_walker);
  walker = begin(walk);
  exit(0);
}
static void expect_walker(void) { assert(walked == 2); }
CASE(not_joined_at_exit, "found") {
  atexit(expect_walker);
  begin(walk);
  exit(0);
}
static void* expect_nobody(void* unused) {
  assert(walked == 0);
  return unused;
}
CASE(ended_at_once, "found") { /* by main, but not before the thread has looked */
  begin(expect_nobody);
  walked = 1;
  _exit(0);
}
static void* end_process(void* unused) {
  _exit(0);
  return unused;
}
CASE(ended_by_two, "gap exits while its threads") {
  begin(end_process);
  _exit(0);
}
static void* exit_there(void* unused) {
  exit(0);
  return unused;
}
CASE(exited_by_two, "gap exits while its threads") {
  begin(exit_there);
  exit(0);
}
CASE(exited_quickly, "gap exits while its threads") {
  begin(walk);
  quick_exit(0);
}
static void walk_on(void) { ++walked; }
static void* register_walk(void* unused) {
  atexit(walk_on);
  return unused;
}
static void expect_no_walk(void) { assert(walked == 0); }
CASE(registered_before_exit, "found") { /* the thread's handler runs first */
  atexit(expect_no_walk);
  begin(register_walk);
  exit(0);
}
static void expect_walk(void) { assert(walked == 1); }
CASE(registered_after_exit, "found") { /* or not at all, or after this one */
  atexit(expect_walk);
  begin(register_walk);
  exit(0);
}
static __thread int is_main;
static void expect_main(void) { assert(is_main); }
CASE(ended_with_last_thread, "found") { /* which need not be main */
  is_main = 1;
  atexit(expect_main);
  begin(walk);
  pthread_exit(0);
}
static void* attempt_to_join_self(void* handle) {
  while (pthread_tryjoin_np(*(pthread_t*)handle, 0) == EBUSY) sched_yield();
  return 0;
}
CASE(detached_and_polled, "found") {
  pthread_t other = begin(walk);
  pthread_t thread;
  pthread_create(&thread, 0, attempt_to_join_self, &other);
  pthread_detach(other);
  end(thread);
}

#include "cases_main.h"

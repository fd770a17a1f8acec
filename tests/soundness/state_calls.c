/* Cases (cases.h): state of the kernel and of the C library. */
#include "cases.h"

/* Memory mappings. */
static char* page;
static void* unmap(void* unused) {
  munmap(page, 4096);
  return unused;
}
CASE(unmapped, "found") {
  page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t thread = begin(unmap);
  const int gone = mprotect(page, 4096, PROT_READ);
  end(thread);
  assert(gone == 0);
}
static void* forget(void* unused) {
  madvise(page, 4096, MADV_DONTNEED);
  return unused;
}
CASE(advised, "found") {
  page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *(volatile char*)page = 1;
  pthread_t thread = begin(forget);
  madvise(page, 4096, MADV_NORMAL);
  const char seen = *(volatile char*)page;
  end(thread);
  assert(seen == 1);
}
static void* first;
static void* map_one(void* unused) {
  first = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return unused;
}
CASE(mapped_where, "found") {
  pthread_t thread = begin(map_one);
  void* second = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  end(thread);
  assert((char*)first < (char*)second);
}
static _Atomic int* twice[2];
static void* store_twice(void* unused) {
  *twice[0] = 1;
  return unused;
}
CASE(mapped_twice, "gap mapped a file or shared memory") {
  const int file = memfd_create("twice", 0);
  ftruncate(file, 4096);
  for (int i = 0; i < 2; ++i) twice[i] = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  pthread_t thread = begin(store_twice);
  const int seen = *twice[1];
  end(thread);
  assert(seen == 0);
}
static int own_file(void) {
  const int file = open("mapped", O_RDWR | O_CREAT, 0600);
  ftruncate(file, 4096);
  return file;
}
CASE(mapped_file_twice, "gap mapped a file or shared memory") {
  chdir(folder);
  const int file = own_file();
  for (int i = 0; i < 2; ++i) twice[i] = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  pthread_t thread = begin(store_twice);
  const int seen = *twice[1];
  end(thread);
  assert(seen == 0);
}
static int written_file;
static void* write_mapped(void* unused) {
  pwrite(written_file, "1234", 4, 0);
  return unused;
}
CASE(mapped_and_written, "gap mapped a file or shared memory") {
  chdir(folder);
  written_file = own_file();
  twice[0] = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, written_file, 0);
  pthread_t thread = begin(write_mapped);
  const int seen = *twice[0];
  end(thread);
  assert(seen == 0);
}
CASE(attached_twice, "gap mapped a file or shared memory") {
  const int segment = shmget(IPC_PRIVATE, 4096, 0600);
  for (int i = 0; i < 2; ++i) twice[i] = shmat(segment, 0, 0);
  shmctl(segment, IPC_RMID, 0);
  pthread_t thread = begin(store_twice);
  const int seen = *twice[1];
  end(thread);
  assert(seen == 0);
}

/* What the kernel keeps for the process. */
static void* go_elsewhere(void* unused) {
  chdir("/");
  return unused;
}
CASE(working_folder, "found") {
  chdir(folder);
  char here[300];
  pthread_t thread = begin(go_elsewhere);
  getcwd(here, sizeof here);
  end(thread);
  assert(strcmp(here, "/") != 0);
}
static void* mask_all(void* unused) {
  umask(0777);
  return unused;
}
CASE(file_mask, "found") {
  umask(0);
  pthread_t thread = begin(mask_all);
  const mode_t before = umask(0);
  end(thread);
  assert(before == 0);
}
static void* limit_files(void* unused) {
  struct rlimit limit = {50, 50};
  setrlimit(RLIMIT_CORE, &limit);
  return unused;
}
CASE(resource_limit, "found") {
  pthread_t thread = begin(limit_files);
  struct rlimit limit;
  getrlimit(RLIMIT_CORE, &limit);
  end(thread);
  assert(limit.rlim_cur != 50);
}
static void* forbid_dumps(void* unused) {
  prctl(PR_SET_DUMPABLE, 0);
  return unused;
}
CASE(process_control, "gap prctl") {
  pthread_t thread = begin(forbid_dumps);
  const int dumpable = prctl(PR_GET_DUMPABLE);
  end(thread);
  assert(dumpable == 1);
}

/* Threads: names, processors, keys, numbers. */
static pthread_t main_thread;
static void* rename_main(void* unused) {
  pthread_setname_np(main_thread, "other");
  return unused;
}
CASE(thread_name, "found") {
  main_thread = pthread_self();
  char name[16];
  pthread_t thread = begin(rename_main);
  pthread_getname_np(main_thread, name, sizeof name);
  end(thread);
  assert(strcmp(name, "other") != 0);
}
static void* bind_main(void* unused) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  pthread_setaffinity_np(main_thread, sizeof one, &one);
  return unused;
}
CASE(affinity, "found") {
  main_thread = pthread_self();
  cpu_set_t set;
  pthread_t thread = begin(bind_main);
  pthread_getaffinity_np(main_thread, sizeof set, &set);
  end(thread);
  assert(CPU_COUNT(&set) > 1);
}
static pthread_key_t key;
static int destroyed;
static void note_destroyed(void* unused) {
  (void)unused;
  destroyed = 1;
}
static void* use_key(void* unused) {
  pthread_setspecific(key, &key);
  return unused;
}
CASE(deleted_key, "gap pthread_key_delete") {
  pthread_key_create(&key, note_destroyed);
  pthread_t thread = begin(use_key);
  pthread_key_delete(key);
  end(thread);
  assert(!destroyed);
}
static pthread_key_t keys[2];
static void* create_key(void* unused) {
  pthread_key_create(&keys[1], 0);
  return unused;
}
CASE(created_keys, "found") {
  pthread_t thread = begin(create_key);
  pthread_key_create(&keys[0], 0);
  end(thread);
  assert(keys[0] < keys[1]);
}
static pid_t numbers[2];
static void* look_at_number(void* number) {
  *(pid_t*)number = gettid();
  return 0;
}
static void* create_one(void* number) {
  pthread_t thread;
  pthread_create(&thread, 0, look_at_number, number);
  pthread_join(thread, 0);
  return 0;
}
CASE(thread_numbers, "gap gettid") {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, create_one, &numbers[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(numbers[0] < numbers[1]);
}
CASE(own_thread_number, "complete") {
  pthread_t thread;
  pthread_create(&thread, 0, look_at_number, &numbers[0]);
  numbers[1] = gettid();
  pthread_join(thread, 0);
  assert(numbers[0] != numbers[1]);
}
static pthread_mutex_t protected_mutex;
static void* raise_ceiling(void* unused) {
  int before;
  pthread_mutex_setprioceiling(&protected_mutex, 7, &before);
  return unused;
}
CASE(priority_ceiling, "found") {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT);
  pthread_mutexattr_setprioceiling(&attributes, 3);
  pthread_mutex_init(&protected_mutex, &attributes);
  int ceiling;
  pthread_t thread = begin(raise_ceiling);
  pthread_mutex_getprioceiling(&protected_mutex, &ceiling);
  end(thread);
  assert(ceiling == 3);
}

/* Semaphores. */
static sem_t semaphore;
static void* post(void* unused) {
  sem_post(&semaphore);
  return unused;
}
CASE(semaphore_value, "found") {
  sem_init(&semaphore, 0, 0);
  int value;
  pthread_t thread = begin(post);
  sem_getvalue(&semaphore, &value);
  end(thread);
  assert(value == 0);
}
CASE(semaphore_value_twice, "complete") {
  sem_init(&semaphore, 0, 0);
  int one;
  int two;
  pthread_t thread = begin(post);
  sem_getvalue(&semaphore, &one);
  sem_getvalue(&semaphore, &two);
  end(thread);
  assert(one <= two);
}
static void* open_named(void* unused) {
  sem_open("/sleave-soundness", O_CREAT, 0600, 1);
  return unused;
}
CASE(named_semaphore, "found") {
  pthread_t thread = begin(open_named);
  sem_t* opened = sem_open("/sleave-soundness", 0);
  end(thread);
  assert(opened == SEM_FAILED);
}
static void* unlink_named(void* unused) {
  sem_unlink("/sleave-soundness");
  return unused;
}
CASE(unlinked_semaphore, "found") {
  sem_open("/sleave-soundness", O_CREAT, 0600, 1);
  pthread_t thread = begin(unlink_named);
  sem_t* opened = sem_open("/sleave-soundness", 0);
  end(thread);
  assert(opened != SEM_FAILED);
}

/* Descriptors and files. */
static int ends[2];
static void* make_nonblocking(void* unused) {
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return unused;
}
CASE(descriptor_flags, "found") {
  pipe(ends);
  pthread_t thread = begin(make_nonblocking);
  const int flags = fcntl(ends[0], F_GETFL);
  end(thread);
  assert((flags & O_NONBLOCK) == 0);
}
static int file;
static void* seek(void* unused) {
  lseek(file, 100, SEEK_SET);
  return unused;
}
CASE(file_position, "found") {
  file = open(path_of("position"), O_RDWR | O_CREAT | O_TRUNC, 0600);
  pthread_t thread = begin(seek);
  const off_t position = lseek(file, 0, SEEK_CUR);
  end(thread);
  assert(position == 0);
}
static void* lengthen(void* unused) {
  ftruncate(file, 100);
  return unused;
}
CASE(file_length, "found") {
  file = open(path_of("length"), O_RDWR | O_CREAT | O_TRUNC, 0600);
  struct stat status;
  pthread_t thread = begin(lengthen);
  fstat(file, &status);
  end(thread);
  assert(status.st_size == 0);
}
static void* make_folder(void* unused) {
  mkdir(path_of("made"), 0700);
  return unused;
}
CASE(made_folder, "found") {
  rmdir(path_of("made"));
  pthread_t thread = begin(make_folder);
  const int there = access(path_of("made"), F_OK);
  end(thread);
  assert(there != 0);
}
static void* rename_file(void* unused) {
  char from[300];
  strcpy(from, path_of("one"));
  rename(from, path_of("two"));
  return unused;
}
CASE(renamed_file, "found") {
  close(open(path_of("one"), O_RDWR | O_CREAT, 0600));
  unlink(path_of("two"));
  struct stat status;
  pthread_t thread = begin(rename_file);
  const int there = stat(path_of("two"), &status);
  end(thread);
  assert(there != 0);
}
static void* print_a(void* unused) {
  puts("a");
  return unused;
}
CASE(redirected_output, "found") {
  pipe(ends);
  setvbuf(stdout, 0, _IONBF, 0);
  dup2(ends[1], 1);
  pthread_t thread = begin(print_a);
  puts("b");
  end(thread);
  char first_letter;
  read(ends[0], &first_letter, 1);
  assert(first_letter == 'b');
}
static char buffer[100];
static void* print_x(void* unused) {
  printf("abc");
  return unused;
}
CASE(buffer_of_stream, "gap mapped a file or shared memory") {
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  pthread_t thread = begin(print_x);
  printf("x");
  const char seen = buffer[0];
  end(thread);
  assert(seen == 'x');
}

/* What the C library keeps. */
static void* set_variable(void* unused) {
  setenv("SLEAVE_SOUNDNESS", "1", 1);
  return unused;
}
CASE(environment, "found") {
  pthread_t thread = begin(set_variable);
  const char* seen = getenv("SLEAVE_SOUNDNESS");
  end(thread);
  assert(seen == 0);
}
static int drawn[2];
static void* draw(void* unused) {
  drawn[1] = rand();
  return unused;
}
CASE(random_numbers, "found") {
  srand(7);
  const int expected = rand();
  srand(7);
  pthread_t thread = begin(draw);
  drawn[0] = rand();
  end(thread);
  assert(drawn[0] == expected);
}
static void* next_token(void* unused) {
  strtok(0, " ");
  return unused;
}
CASE(tokens, "gap strtok") {
  static char text[] = "a b c";
  strtok(text, " ");
  pthread_t thread = begin(next_token);
  const char* token = strtok(0, " ");
  end(thread);
  assert(*token == 'b');
}
static void* change_locale(void* unused) {
  setlocale(LC_ALL, "C.UTF-8");
  return unused;
}
CASE(locale, "gap setlocale") {
  pthread_t thread = begin(change_locale);
  const char* name = setlocale(LC_ALL, 0);
  end(thread);
  assert(strcmp(name, "C") == 0);
}
static int handled;
static void handler_a(void) { handled = handled * 2 + 1; }
static void handler_b(void) { handled = handled * 3 + 5; }
static void check_handled(void) { assert(handled == 16); }
static void* register_a(void* unused) {
  atexit(handler_a);
  return unused;
}
CASE(exit_handlers, "found") {
  atexit(check_handled);
  pthread_t thread = begin(register_a);
  atexit(handler_b);
  end(thread);
}

#include "cases_main.h"

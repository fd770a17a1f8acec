// Threads that meet in the file system, for an exhaustive search: the first argument chooses the case.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char* written;
static atomic_int made;

static void* write_file(void* unused) {
  const int file = open(written, O_CREAT | O_WRONLY | O_TRUNC, 0600);
  if (write(file, "data", 4) != 4) return unused;
  close(file);
  if (strcmp(written, "result") != 0) rename(written, "result");
  return unused;
}

static void* look_at_size(void* unused) {
  struct stat status;
  if (stat("result", &status) == 0) assert(status.st_size == 4);
  return unused;
}

static void* write_stream(void* unused) {
  FILE* stream = fopen("result", "a");
  fputs("data", stream);
  fclose(stream);
  return unused;
}

static void* read_stream(void* unused) {
  FILE* stream = fopen("result", "r");
  if (stream == NULL) return unused;
  assert(fgetc(stream) == 'd');
  fclose(stream);
  return unused;
}

static void* make_folder(void* unused) {
  if (mkdir("folder", 0700) == 0) atomic_fetch_add(&made, 1);
  return unused;
}

static void* remove_folder(void* unused) {
  rmdir("folder");
  return unused;
}

static void run(void* (*first)(void*), void* (*second)(void*), void* (*third)(void*)) {
  void* (*const starts[])(void*) = {first, second, third};
  pthread_t threads[3];
  const int count = third == NULL ? 2 : 3;
  for (int i = 0; i < count; ++i) pthread_create(&threads[i], 0, starts[i], 0);
  for (int i = 0; i < count; ++i) pthread_join(threads[i], 0);
}

int main(int argc, char** argv) {
  const char* name = argc > 1 ? argv[1] : "";
  written = strcmp(name, "renamed") == 0 ? "temporary" : "result";
  if (strcmp(name, "renamed") == 0 || strcmp(name, "written") == 0) run(write_file, look_at_size, NULL);
  if (strcmp(name, "stream") == 0) run(write_stream, read_stream, NULL);
  if (strcmp(name, "folder") == 0) {
    run(make_folder, make_folder, remove_folder);
    assert(atomic_load(&made) == 1);
  }
}

/* COVERS: flockfile, ftrylockfile, funlockfile between threads and nested; stdio calls that wait for them; streams
 * whose COVERS: callbacks (fopencookie) lock, yield and print; fflush of all streams; unlocked calls under the lock. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <wchar.h>

#include "say.h"

enum { kThreads = 3, kLines = 2 };

static char text[4096];
static FILE* memory;

/* Whole lines, although each is written in pieces with yields between. */
static void* print_in_pieces(void* name) {
  for (int line = 0; line < kLines; ++line) {
    flockfile(memory);
    flockfile(memory);
    for (int piece = 0; piece < 3; ++piece) {
      fputs(name, memory);
      sched_yield();
      putc_unlocked('.', memory);
    }
    fprintf(memory, "\n");
    funlockfile(memory);
    sched_yield();
    funlockfile(memory);
  }
  return NULL;
}

/* Does not lock: each call waits for its turn. */
static void* print_at_once(void* name) {
  for (int line = 0; line < kLines; ++line) {
    fprintf(memory, "%s.%s.%s.\n", (char*)name, (char*)name, (char*)name);
    sched_yield();
  }
  return NULL;
}

static int whole_lines(void) {
  int good = 0;
  for (char* line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    good += strlen(line) == 6 && line[0] == line[2] && line[2] == line[4];
  }
  return good;
}

static void pieces(void) {
  memory = fmemopen(text, sizeof text, "w");
  pthread_t threads[kThreads + 1];
  char* names[] = {"a", "b", "c"};
  for (int i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, print_in_pieces, names[i]);
  pthread_create(&threads[kThreads], NULL, print_at_once, "d");
  for (int i = 0; i <= kThreads; ++i) pthread_join(threads[i], NULL);
  fclose(memory);
  VALUE(whole_lines());
}

static void* try_elsewhere(void* stream) {
  const int result = ftrylockfile(stream);
  VALUE(result != 0);
  if (result == 0) funlockfile(stream);
  return NULL;
}

static void elsewhere(FILE* stream) {
  pthread_t thread;
  pthread_create(&thread, NULL, try_elsewhere, stream);
  pthread_join(thread, NULL);
}

static void tries(void) {
  FILE* stream = tmpfile();
  VALUE(ftrylockfile(stream));
  VALUE(ftrylockfile(stream));
  elsewhere(stream);
  funlockfile(stream);
  elsewhere(stream);
  funlockfile(stream);
  elsewhere(stream);
  fclose(stream);
}

/* A stream whose write callback synchronises. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int written;

static ssize_t count_bytes(void* cookie, const char* data, size_t bytes) {
  (void)cookie;
  (void)data;
  pthread_mutex_lock(&mutex);
  sched_yield();
  written += (int)bytes;
  pthread_mutex_unlock(&mutex);
  return (ssize_t)bytes;
}

static void* write_to_cookie(void* stream) {
  for (int i = 0; i < 3; ++i) {
    fputs("four", stream);
    fputc('\n', stream);
    fflush(i == 1 ? NULL : stream);
  }
  return NULL;
}

static void cookies(void) {
  const cookie_io_functions_t functions = {.write = count_bytes};
  FILE* stream = fopencookie(NULL, "w", functions);
  setvbuf(stream, NULL, _IOLBF, 64);
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, write_to_cookie, stream);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  RESULT(fclose(stream));
  VALUE(written);
}

static void every_call(void) {
  FILE* stream = tmpfile();
  RESULT(fputs("first line\nsecond\n", stream));
  RESULT(fputc('x', stream));
  RESULT(putc('y', stream));
  RESULT(fwrite("0123456789", 2, 5, stream));
  RESULT(fprintf(stream, "%d %s\n", 42, "words"));
  RESULT(fflush(stream));
  RESULT(ftell(stream));
  RESULT(ftello(stream));
  rewind(stream);
  char line[32];
  VALUE(fgets(line, sizeof line, stream) == line);
  printf("%s", line);
  RESULT(fgetc(stream));
  RESULT(getc(stream));
  RESULT(ungetc('c', stream));
  char* allocated = NULL;
  size_t bytes = 0;
  RESULT(getline(&allocated, &bytes, stream));
  printf("%s", allocated);
  RESULT(getdelim(&allocated, &bytes, '5', stream));
  free(allocated);
  RESULT(fread(line, 1, 4, stream));
  RESULT(fseek(stream, 2, SEEK_SET));
  RESULT(fseeko(stream, 2, SEEK_CUR));
  RESULT(getc(stream));
  RESULT(fclose(stream));
  puts("puts");
  putchar('p');
  putchar('\n');
  fflush(stdout);
  errno = ENOENT;
  perror("perror");
  FILE* wide = tmpfile();
  RESULT(fputwc(L'w', wide));
  RESULT(fputws(L"ide", wide) >= 0);
  rewind(wide);
  RESULT(fgetwc(wide));
  wchar_t letters[8];
  VALUE(fgetws(letters, 8, wide) == letters);
  RESULT(fclose(wide));
}

int main(void) {
  pieces();
  tries();
  cookies();
  every_call();
  return 0;
}

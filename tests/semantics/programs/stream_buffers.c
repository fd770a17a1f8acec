/* COVERS: dprintf, vdprintf; setbuf, setbuffer, setvbuf, open_memstream, open_wmemstream, __uflow: streams whose buffer is the program's, by one
 * thread after the other. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>
#include <wchar.h>

#include "say.h"

int __uflow(FILE* stream); /* what getc_unlocked calls when its buffer is empty */

enum { kThreads = 3 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static FILE* shared;

static void* print_under_lock(void* unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  fprintf(shared, "%d;", 7);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void print_from_threads(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, print_under_lock, NULL);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
}

static void memory_streams(void) {
  char* text = NULL;
  size_t size = 0;
  shared = open_memstream(&text, &size);
  print_from_threads();
  RESULT(fflush(shared));
  VALUE(size);
  say(text);
  RESULT(fseek(shared, 1, SEEK_SET));
  RESULT(fputs("x", shared));
  RESULT(fclose(shared));
  VALUE(size);
  say(text);
  free(text);
  wchar_t* wide = NULL;
  FILE* stream = open_wmemstream(&wide, &size);
  RESULT(fputws(L"four", stream) >= 0);
  RESULT(fclose(stream));
  VALUE(size);
  VALUE(wide[3] == L'r');
  free(wide);
}

static long size_on_disk(FILE* file) {
  const long end = lseek(fileno(file), 0, SEEK_END);
  return end;
}

/* What a buffer keeps is not in the file. */
static void own_buffers(void) {
  static char small[8];
  static char large[BUFSIZ];
  FILE* file = tmpfile();
  setbuffer(file, small, sizeof small);
  fputs("1234", file);
  VALUE(size_on_disk(file));
  fputs("56789", file);
  VALUE(size_on_disk(file));
  RESULT(fclose(file));
  file = tmpfile();
  setbuf(file, large);
  shared = file;
  print_from_threads();
  VALUE(size_on_disk(file));
  RESULT(fflush(file));
  VALUE(size_on_disk(file));
  RESULT(fclose(file));
  file = tmpfile();
  setbuf(file, NULL);
  fputs("at once", file);
  VALUE(size_on_disk(file));
  RESULT(setvbuf(file, NULL, 17, 0) != 0);
  rewind(file);
  VALUE(__uflow(file));
  VALUE(getc_unlocked(file));
  RESULT(fclose(file));
}

static int print_list(int descriptor, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int printed = vdprintf(descriptor, format, list);
  va_end(list);
  return printed;
}

/* Past the buffers of streams. */
static void descriptors(void) {
  RESULT(dprintf(1, "%s %5.1f %ld %c\n", "text", 2.5, 3L, 'x'));
  RESULT(print_list(1, "%2$s %1$d\n", 2, "text"));
  RESULT(print_list(1, "%.3s|%ls|%Lf|%hhd|%p\n", "text", L"wide", 1.5L, 7, (void*)0));
  RESULT(dprintf(1000, "nowhere"));
  int count = 0;
  printf("%d%n%%\n", 1234, &count);
  VALUE(count);
}

int main(void) {
  descriptors();
  memory_streams();
  own_buffers();
}

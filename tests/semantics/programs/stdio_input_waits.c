/* COVERS: stdio streams that read from empty pipes and sockets of the program: the calls wait until enough has come, in
 * pieces, and go on where others left the buffer. */
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wchar.h>

#include "say.h"

struct feed {
  int descriptor;
  const char* const* pieces;
};

static void* feeds(void* argument) {
  const struct feed* feed = argument;
  for (const char* const* piece = feed->pieces; *piece != NULL; ++piece) {
    usleep(1000);
    if (write(feed->descriptor, *piece, strlen(*piece)) < 0) return NULL;
  }
  usleep(1000);
  close(feed->descriptor);
  return NULL;
}

static FILE* fed(pthread_t* thread, struct feed* feed, int use_socket) {
  int ends[2];
  RESULT(use_socket ? socketpair(AF_UNIX, SOCK_STREAM, 0, ends) : pipe(ends));
  feed->descriptor = ends[1];
  pthread_create(thread, NULL, feeds, feed);
  return fdopen(ends[0], "r");
}

static void lines(int use_socket) {
  static const char* const pieces[] = {"one",    " line\ntwo", "\n", "three\nfour\nand a long one", " that goes on\n",
                                       "no end", NULL};
  struct feed feed = {0, pieces};
  pthread_t thread;
  char text[64];
  char* line = NULL;
  size_t room = 0;
  FILE* stream = fed(&thread, &feed, use_socket);
  say(fgets(text, sizeof text, stream));
  say(fgets(text, 3, stream));
  say(fgets(text, sizeof text, stream));
  VALUE(fgets(text, 1, stream) == text);
  RESULT(getline(&line, &room, stream));
  say(line);
  VALUE(room);
  RESULT(getdelim(&line, &room, 'u', stream));
  say(line);
  VALUE(ungetc('U', stream));
  RESULT(getline(&line, &room, stream));
  say(line);
  RESULT(getline(&line, &room, stream));
  say(line);
  VALUE(feof(stream));
  RESULT(getline(&line, &room, stream));
  say(line);
  VALUE(feof(stream));
  VALUE(getline(&line, &room, stream));
  VALUE(fgets(text, sizeof text, stream) == NULL);
  VALUE(ferror(stream));
  VALUE(fclose(stream));
  pthread_join(thread, NULL);
  free(line);
}

static void bytes(void) {
  static const char* const pieces[] = {"ab", "c", "0123", "456789", "xy", "z", NULL};
  struct feed feed = {0, pieces};
  pthread_t thread;
  char text[64] = "";
  FILE* stream = fed(&thread, &feed, 0);
  VALUE(fgetc(stream));
  VALUE(getc_unlocked(stream));
  VALUE(getc(stream));
  VALUE(ungetc('!', stream));
  VALUE(fread(text, 3, 3, stream));
  say(text);
  VALUE(fread_unlocked(text, 1, 1, stream));
  VALUE(fread(text, 0, 5, stream));
  VALUE(text[0]);
  VALUE(fread(text, 2, 4, stream));
  VALUE(text[2]);
  VALUE(feof(stream));
  VALUE(fgetc(stream));
  clearerr(stream);
  VALUE(fgetc(stream));
  VALUE(fread(text, 1, 1, stream));
  VALUE(fclose(stream));
  pthread_join(thread, NULL);
}

static void numbers(void) {
  static const char* const pieces[] = {"12", "34 5", "6 word", "y rest", " of it\n", "-7", "x", NULL};
  struct feed feed = {0, pieces};
  pthread_t thread;
  int first = 0;
  int second = 0;
  char word[16] = "";
  char text[32] = "";
  FILE* stream = fed(&thread, &feed, 0);
  VALUE(fscanf(stream, "%d %d", &first, &second));
  VALUE(first);
  VALUE(second);
  VALUE(fscanf(stream, "%15s", word));
  say(word);
  say(fgets(text, sizeof text, stream));
  VALUE(fscanf(stream, "%d", &first));
  VALUE(first);
  VALUE(fscanf(stream, "%d", &first));
  VALUE(fgetc(stream));
  VALUE(fscanf(stream, "%d", &first));
  VALUE(feof(stream));
  VALUE(fclose(stream));
  pthread_join(thread, NULL);
}

static void letters(void) {
  static const char* const pieces[] = {"\xc3\xa4", "b\n", "wi", "de\nend", NULL};
  struct feed feed = {0, pieces};
  pthread_t thread;
  wchar_t text[16];
  FILE* stream = fed(&thread, &feed, 0);
  VALUE(fgetwc(stream));
  VALUE(fgetwc(stream));
  VALUE(fgetwc(stream));
  VALUE(fgetws(text, 16, stream) == text);
  VALUE(wcslen(text));
  VALUE(fgetws(text, 16, stream) == text);
  VALUE(wcslen(text));
  VALUE(fgetws(text, 16, stream) == NULL);
  VALUE(fclose(stream));
  pthread_join(thread, NULL);
}

static int vscan(const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int result = vscanf(format, list);
  va_end(list);
  return result;
}

static int vscan_stream(FILE* stream, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int result = vfscanf(stream, format, list);
  va_end(list);
  return result;
}

static void standard_input(void) {
  static const char* const pieces[] = {"1", "1 2", "2 3", "3 x", "un", "locked\n", "y", NULL};
  struct feed feed = {0, pieces};
  pthread_t thread;
  int number = 0;
  char text[32] = "";
  int ends[2];
  RESULT(pipe(ends));
  RESULT(dup2(ends[0], 0));
  RESULT(close(ends[0]));
  feed.descriptor = ends[1];
  pthread_create(&thread, NULL, feeds, &feed);
  VALUE(scanf("%d", &number));
  VALUE(number);
  VALUE(vscan("%d", &number));
  VALUE(number);
  VALUE(vscan_stream(stdin, "%d", &number));
  VALUE(number);
  VALUE(getchar());
  VALUE(getchar_unlocked());
  say(fgets_unlocked(text, sizeof text, stdin));
  VALUE(getc(stdin));
  VALUE(getchar());
  pthread_join(thread, NULL);
}

static void at_once(void) {
  int ends[2];
  char text[8];
  RESULT(pipe2(ends, O_NONBLOCK));
  FILE* stream = fdopen(ends[0], "r");
  VALUE(fgetc(stream) == EOF);
  VALUE(ferror(stream) != 0);
  VALUE(errno == EAGAIN);
  clearerr(stream);
  RESULT(write(ends[1], "part", 4));
  VALUE(fgets(text, sizeof text, stream) == text);
  VALUE(fclose(stream));
  RESULT(close(ends[1]));
}

int main(void) {
  setlocale(LC_ALL, "C.UTF-8");
  lines(0);
  lines(1);
  bytes();
  numbers();
  letters();
  at_once();
  standard_input();
}

/* COVERS: what a program reads about itself in /proc/self/stat and statm: their formats, and the fields that a program can
 * check. */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "say.h"

enum { FIELDS = 52, PARENT = 4, THREADS = 20, RESIDENT = 24 };

static int read_all(const char* path, char* text, int room) {
  const int file = open(path, O_RDONLY);
  const int bytes = (int)read(file, text, (size_t)room - 1);
  VALUE(read(file, text + bytes, 1));
  RESULT(lseek(file, 0, SEEK_SET));
  RESULT(close(file));
  text[bytes] = '\0';
  return bytes;
}

/* The fields behind the name, from the third on, as numbers; the third is a letter. */
static int split(char* text, long long* fields) {
  int count = 3;
  char* at = strrchr(text, ')') + 3;
  while (*at == ' ') {
    fields[++count] = strtoll(at, &at, 10);
  }
  say(*at == '\n' ? "ends with a line" : "ends otherwise");
  return count;
}

static void* look(void* nothing) {
  char text[1024];
  long long fields[FIELDS + 8] = {0};
  VALUE(read_all("/proc/self/stat", text, sizeof text) > 100);
  VALUE(atoi(text) == getpid());
  VALUE(strstr(text, " (") != NULL);
  VALUE(strchr("RS", strrchr(text, ')')[2]) != NULL); /* main's, which may wait for this thread */
  VALUE(split(text, fields));
  VALUE(fields[PARENT] == getppid());
  VALUE(fields[THREADS]);
  VALUE(fields[RESIDENT] > 0);
  return nothing;
}

static void memory(void) {
  char text[256];
  int fields = 0;
  VALUE(read_all("/proc/self/statm", text, sizeof text) > 10);
  for (char* word = strtok(text, " \n"); word != NULL; word = strtok(NULL, " \n")) fields += atol(word) >= 0;
  VALUE(fields);
}

int main(void) {
  pthread_t thread;
  look(NULL);
  pthread_create(&thread, NULL, look, NULL);
  pthread_join(thread, NULL);
  memory();
  RESULT(open("/proc/self/stat", O_WRONLY | O_EXCL | O_CREAT, 0600));
  FILE* stream = fopen("/proc/self/statm", "r");
  VALUE(stream != NULL && fgetc(stream) != EOF);
  VALUE(fclose(stream));
  return 0;
}

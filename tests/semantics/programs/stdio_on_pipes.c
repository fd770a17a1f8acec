/* COVERS: stdio streams over pipes of the program: what they write and close is seen by threads that wait in read. */
#include <pthread.h>
#include <unistd.h>

#include "say.h"

static int ends[2];

static void* prints(void* unused) {
  FILE* stream = fdopen(ends[1], "w");
  usleep(50000);
  fprintf(stream, "printed");
  fflush(stream);
  usleep(50000);
  dprintf(ends[1], "again");
  usleep(50000);
  fclose(stream);
  return unused;
}

int main(void) {
  pthread_t other;
  char text[32];
  RESULT(pipe(ends));
  pthread_create(&other, NULL, prints, NULL);
  RESULT(read(ends[0], text, sizeof text));
  RESULT(read(ends[0], text, sizeof text));
  RESULT(read(ends[0], text, sizeof text));
  pthread_join(other, NULL);
  RESULT(write(ends[1], text, 1));
  RESULT(pipe(ends));
  FILE* stream = fdopen(ends[0], "r");
  RESULT(write(ends[1], "line\n", 5));
  VALUE(fgets(text, sizeof text, stream) == text);
  RESULT(close(ends[1]));
  VALUE(fgetc(stream) == EOF);
  VALUE(fclose(stream));
}

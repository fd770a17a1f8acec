/* COVERS: arguments, environment, standard streams, working directory; descriptors the program opens; what main is
 * given. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "say.h"

extern char** environ;

int main(int argc, char** argv, char** environment) {
  VALUE(argc);
  for (int i = 1; i < argc; ++i) printf("<%s>\n", argv[i]);
  VALUE(argv[argc] == NULL);
  VALUE(strstr(argv[0], "surroundings") != NULL);
  VALUE(environment == environ);
  VALUE(getenv("PATH") != NULL);
  RESULT(setenv("SEMANTICS", "yes", 1));
  say(getenv("SEMANTICS"));
  RESULT(unsetenv("SEMANTICS"));
  VALUE(getenv("SEMANTICS") == NULL);
  VALUE(getenv("SLEAVE_CHANNEL") == NULL);

  char letter;
  RESULT(read(0, &letter, 1));
  RESULT(close(0));
  RESULT(read(0, &letter, 1));
  VALUE(getchar() == EOF);
  const int opened = open("/dev/null", O_RDWR);
  VALUE(opened);
  const int next = open("/dev/null", O_RDWR);
  VALUE(next);
  RESULT(close(next));
  RESULT(close(opened));
  RESULT(close(opened));
  RESULT(fcntl(1, F_GETFD));
  char folder[4096];
  VALUE(getcwd(folder, sizeof folder) != NULL);
  const mode_t before = umask(022);
  VALUE(umask(before) == 022);
  fprintf(stderr, "to standard error\n");
  argv[1][0] = 'O';
  say(argv[1]);
  printf("left in the buffer until the end");
  return 7;
}

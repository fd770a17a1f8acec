/* COVERS: children by posix_spawn, system, popen and the exec family, and every way to wait for them. */
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "say.h"

extern char** environ;

static void say_status(const char* what, int status) {
  printf("%s: exited %d code %d signal %d\n", what, WIFEXITED(status) != 0,
         WIFEXITED(status) ? WEXITSTATUS(status) : -1, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
  fflush(stdout);
}

static void spawn(void) {
  char* words[] = {"sh", "-c", "exit 7", NULL};
  pid_t child = 0;
  int status = 0;
  ERROR(posix_spawn(&child, "/bin/sh", NULL, NULL, words, environ));
  VALUE(waitpid(child, &status, 0) == child);
  say_status("posix_spawn", status);
  ERROR(posix_spawnp(&child, "sh", NULL, NULL, words, environ));
  VALUE(wait(&status) == child);
  say_status("posix_spawnp", status);
  ERROR(posix_spawn(&child, "/no/such/program", NULL, NULL, words, environ));
  RESULT(wait(&status));
}

static void shell(void) {
  char line[32] = "";
  say_status("system", system("exit 3"));
  VALUE(system(NULL) != 0);
  FILE* words = popen("echo words", "r");
  VALUE(words != NULL);
  VALUE(fgets(line, sizeof line, words) != NULL);
  printf("popen: %s", line);
  say_status("pclose", pclose(words));
  VALUE(popen("true", "nonsense") == NULL);
}

/* One way of exec in a child; the program ends with the number it is given. */
static void become(int way) {
  char* words[] = {"sh", "-c", "exit 4", NULL};
  switch (way) {
    case 0:
      execl("/bin/sh", "sh", "-c", "exit 4", NULL);
      break;
    case 1:
      execle("/bin/sh", "sh", "-c", "exit 4", NULL, environ);
      break;
    case 2:
      execlp("sh", "sh", "-c", "exit 4", NULL);
      break;
    case 3:
      execv("/bin/sh", words);
      break;
    case 4:
      execve("/bin/sh", words, environ);
      break;
    case 5:
      execvp("sh", words);
      break;
    case 6:
      execvpe("sh", words, environ);
      break;
    case 7:
      fexecve(open("/bin/sh", O_RDONLY), words, environ);
      break;
    default:
      execv("/no/such/program", words);
  }
  _exit(99);
}

static pid_t child_of(int way) {
  const pid_t child = fork();
  if (child == 0) become(way);
  return child;
}

static void exec_and_wait(void) {
  int status = 0;
  struct rusage usage;
  siginfo_t info;
  for (int way = 0; way <= 8; ++way) {
    const pid_t child = child_of(way);
    VALUE(waitpid(child, &status, 0) == child);
    say_status("exec", status);
  }
  pid_t child = child_of(3);
  VALUE(wait3(&status, 0, &usage) == child);
  say_status("wait3", status);
  child = child_of(3);
  VALUE(wait4(child, &status, 0, &usage) == child);
  say_status("wait4", status);
  child = child_of(3);
  RESULT(waitid(P_PID, (id_t)child, &info, WEXITED));
  VALUE(info.si_status);
  RESULT(waitid(P_ALL, 0, &info, WEXITED));
  RESULT(waitpid(-1, &status, WNOHANG));
  RESULT(wait4(-1, &status, 77, NULL));
}

static void in_the_background(void) {
  int status = 0;
  const pid_t child = fork();
  if (child == 0) _exit(daemon(1, 1) == 0 ? 0 : 1);
  VALUE(waitpid(child, &status, 0) == child);
  say_status("daemon", status);
}

int main(void) {
  spawn();
  shell();
  exec_and_wait();
  in_the_background();
  return 0;
}

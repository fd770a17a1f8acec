/* COVERS: user and group numbers changed while other threads wait, and what those threads then see. */
#include <grp.h>
#include <pthread.h>
#include <unistd.h>

#include "say.h"

static pthread_barrier_t changed;

static void* look(void* nothing) {
  pthread_barrier_wait(&changed);
  VALUE(getuid() == geteuid());
  VALUE(getgid() == getegid());
  return nothing;
}

int main(void) {
  const uid_t user = getuid();
  const gid_t group = getgid();
  pthread_t thread;
  pthread_barrier_init(&changed, NULL, 2);
  pthread_create(&thread, NULL, look, NULL);
  RESULT(setgid(group));
  RESULT(setegid(group));
  RESULT(setregid(group, group));
  RESULT(setresgid(group, group, group));
  RESULT(setuid(user));
  RESULT(seteuid(user));
  RESULT(setreuid(user, user));
  RESULT(setresuid(user, user, user));
  RESULT(setgroups(1, &group));
  RESULT(initgroups("root", group));
  VALUE(setuid((uid_t)-1));
  pthread_barrier_wait(&changed);
  pthread_join(thread, NULL);
}

/* COVERS: semaphores of System V: sets and keys, operations that happen together, waits for more and for zero, time-outs,
 * removal under a waiter, errors. */
#include <pthread.h>
#include <sys/sem.h>
#include <time.h>
#include <unistd.h>

#include "say.h"

union argument {
  int value;
  struct semid_ds* state;
  unsigned short* values;
};

static int set;

static int operate(int index, int by, int flags) {
  struct sembuf one = {(unsigned short)index, (short)by, (short)flags};
  return semop(set, &one, 1);
}

static int value_of(int index) { return semctl(set, index, GETVAL); }

static void keys(void) {
  const key_t key = 0x51000000 + getpid();
  RESULT(semget(key, 2, 0600));
  const int first = semget(key, 2, IPC_CREAT | IPC_EXCL | 0600);
  VALUE(first >= 0);
  VALUE(semget(key, 2, 0) == first);
  VALUE(semget(key, 0, IPC_CREAT) == first);
  RESULT(semget(key, 3, 0));
  RESULT(semget(key, 2, IPC_CREAT | IPC_EXCL));
  RESULT(semget(IPC_PRIVATE, 0, 0600));
  RESULT(semget(IPC_PRIVATE, 40000, 0600));
  RESULT(semctl(first, 0, IPC_RMID));
  RESULT(semctl(first, 0, GETVAL));
  RESULT(semget(key, 2, 0));
}

static void values(void) {
  union argument argument;
  unsigned short all[3] = {1, 2, 3};
  struct semid_ds state;
  argument.values = all;
  RESULT(semctl(set, 0, SETALL, argument));
  argument.value = 7;
  RESULT(semctl(set, 1, SETVAL, argument));
  memset(all, 0, sizeof all);
  argument.values = all;
  RESULT(semctl(set, 0, GETALL, argument));
  VALUE(all[0]);
  VALUE(all[1]);
  VALUE(all[2]);
  argument.state = &state;
  RESULT(semctl(set, 0, IPC_STAT, argument));
  VALUE(state.sem_nsems);
  VALUE(state.sem_perm.mode & 0777);
  state.sem_perm.mode = 0640;
  RESULT(semctl(set, 0, IPC_SET, argument));
  RESULT(semctl(set, 0, IPC_STAT, argument));
  VALUE(state.sem_perm.mode & 0777);
  argument.value = 40000;
  RESULT(semctl(set, 1, SETVAL, argument));
  argument.value = 0;
  RESULT(semctl(set, 3, SETVAL, argument));
  RESULT(semctl(set, 0, 99, argument));
  VALUE(semctl(set, 1, GETPID) == getpid());
}

static void operations(void) {
  struct sembuf both[2] = {{0, -1, 0}, {1, -7, 0}};
  struct sembuf late[2] = {{2, 1, 0}, {0, -5, IPC_NOWAIT}};
  RESULT(semop(set, both, 2));
  VALUE(value_of(0));
  VALUE(value_of(1));
  RESULT(semop(set, late, 2));
  VALUE(value_of(2));
  RESULT(operate(0, 0, 0));
  RESULT(operate(2, 0, IPC_NOWAIT));
  RESULT(operate(0, 32767, 0));
  RESULT(operate(0, 1, 0));
  RESULT(operate(0, -32767, 0));
  RESULT(operate(5, 1, 0));
  RESULT(semop(set, both, 0));
  RESULT(semop(set, both, 501));
  RESULT(semop(-1, both, 1));
  const struct timespec soon = {0, 1000000};
  const struct timespec wrong = {0, -1};
  RESULT(semtimedop(set, both, 1, &soon));
  RESULT(semtimedop(set, both, 1, &wrong));
}

static int error;

static void* take(void* unused) {
  error = operate(0, -2, 0) == 0 ? 0 : errno;
  return unused;
}

static void* wait_for_zero(void* unused) {
  error = operate(2, 0, 0) == 0 ? 0 : errno;
  return unused;
}

static void end(pthread_t thread) {
  pthread_join(thread, NULL);
  ERROR(error);
}

static void waits(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, take, NULL);
  usleep(200000);
  VALUE(semctl(set, 0, GETNCNT));
  VALUE(semctl(set, 0, GETZCNT));
  RESULT(operate(0, 1, 0));
  usleep(200000);
  VALUE(semctl(set, 0, GETNCNT));
  RESULT(operate(0, 1, 0));
  end(thread);
  VALUE(value_of(0));
  pthread_create(&thread, NULL, wait_for_zero, NULL);
  usleep(200000);
  VALUE(semctl(set, 2, GETZCNT));
  RESULT(operate(2, -3, 0));
  end(thread);
  pthread_create(&thread, NULL, take, NULL);
  usleep(200000);
  RESULT(semctl(set, 0, IPC_RMID));
  end(thread);
}

int main(void) {
  keys();
  set = semget(IPC_PRIVATE, 3, 0600);
  VALUE(set >= 0);
  values();
  operations();
  waits();
}

/* COVERS: sem_open, sem_close, sem_unlink between threads; initial values and overflow of semaphores. */
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

#include "say.h"

static char name[64];

static void* post_it(void* argument) {
  sem_t* same = sem_open(name, 0);
  VALUE(same != SEM_FAILED);
  VALUE(same == argument);
  RESULT(sem_post(same));
  RESULT(sem_close(same));
  return NULL;
}

static void say_open(sem_t* semaphore) { RESULT(semaphore == SEM_FAILED ? -1 : 0); }

int main(void) {
  snprintf(name, sizeof name, "/sleave-%d", (int)getpid());
  say_open(sem_open(name, 0));
  say_open(sem_open("", O_CREAT, 0600, 0));
  say_open(sem_open("/a/b", O_CREAT, 0600, 0));
  sem_t* semaphore = sem_open(name, O_CREAT | O_EXCL, 0600, 1);
  say_open(semaphore);
  say_open(sem_open(name, O_CREAT | O_EXCL, 0600, 1));
  int value = -1;
  RESULT(sem_getvalue(semaphore, &value));
  VALUE(value);
  RESULT(sem_wait(semaphore));
  RESULT(sem_trywait(semaphore));
  pthread_t thread;
  pthread_create(&thread, NULL, post_it, semaphore);
  pthread_join(thread, NULL);
  RESULT(sem_wait(semaphore));
  RESULT(sem_unlink(name));
  RESULT(sem_unlink(name));
  say_open(sem_open(name, 0));
  RESULT(sem_post(semaphore));
  RESULT(sem_close(semaphore));
  sem_t plain;
  RESULT(sem_init(&plain, 0, (unsigned)SEM_VALUE_MAX + 1));
  RESULT(sem_init(&plain, 0, SEM_VALUE_MAX));
  RESULT(sem_post(&plain));
  RESULT(sem_wait(&plain));
  RESULT(sem_post(&plain));
  RESULT(sem_destroy(&plain));
  return 0;
}

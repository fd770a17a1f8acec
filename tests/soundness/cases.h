/* CASES: what the files with cases share. check_calls.py runs each function that is marked with CASE.
 *
 * Each case has two threads that meet in something Sleave must order, or must own up to: state of the kernel or of the
 * C library, code of another compiler, memory with two addresses. Its assertion fails under some orders and holds under
 * others.
 *
 *   found      the exhaustive search finds the failure, and it replays;
 *   gap WORDS  the search says that it is not complete, and names the reason;
 *   complete   nothing can go wrong, and the search says so. */
#ifndef SLEAVE_TESTS_SOUNDNESS_CASES_H
#define SLEAVE_TESTS_SOUNDNESS_CASES_H

#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#define CASE(name, expectation) static void name(void)

int plain_exchange(int value);    /* in plain.c, which another compiler makes */
int archived_exchange(int value); /* in archive.c, likewise, and in an archive */
int plain_compare(const void* left, const void* right);
void* plain_thread(void* result);

static char folder[256]; /* of this run's own */
static const char* path_of(const char* name) {
  static char path[300];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static pthread_t begin(void* (*start)(void*)) {
  pthread_t thread;
  pthread_create(&thread, 0, start, 0);
  return thread;
}
static void end(pthread_t thread) { pthread_join(thread, 0); }

#endif

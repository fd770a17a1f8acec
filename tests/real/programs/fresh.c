/* Linked beside a program with --wrap=main: the flat folders listed in $SLEAVE_FRESH (separated by colons) are emptied
 * and removed before main, so that a run finds nothing of the one before. Each is made first if need be: the same calls
 * in every run. */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void remove_folder(const char* path) {
  mkdir(path, 0700);
  DIR* folder = opendir(path);
  if (!folder) return;
  for (struct dirent* entry; (entry = readdir(folder)) != NULL;) {
    if (entry->d_name[0] != '.') unlinkat(dirfd(folder), entry->d_name, 0);
  }
  closedir(folder);
  rmdir(path);
}

int __real_main(int count, char** words);
int __wrap_main(int count, char** words);
int __wrap_main(int count, char** words) {
  const char* listed = getenv("SLEAVE_FRESH");
  char paths[PATH_MAX];
  if (listed && strlen(listed) < sizeof(paths)) {
    strcpy(paths, listed);
    for (char* path = strtok(paths, ":"); path; path = strtok(NULL, ":")) remove_folder(path);
  }
  return __real_main(count, words);
}

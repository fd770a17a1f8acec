/* COVERS: what the world outside answers in the same way every time: getaddrinfo of numbers, inotify of a new file */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "say.h"

static void addresses(void) {
  const struct addrinfo numbers = {.ai_flags = AI_NUMERICHOST, .ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
  struct addrinfo* found = NULL;
  VALUE(getaddrinfo("127.0.0.1", "80", &numbers, &found));
  const struct sockaddr_in* address = (const struct sockaddr_in*)found->ai_addr;
  VALUE(ntohs(address->sin_port));
  VALUE(ntohl(address->sin_addr.s_addr));
  VALUE(found->ai_next == NULL);
  freeaddrinfo(found);
  VALUE(getaddrinfo("not a number", NULL, &numbers, &found) == EAI_NONAME);
}

static void one_event(int watch, const char* folder, int create) {
  char place[4096];
  snprintf(place, sizeof place, "%s/file", folder);
  if (create) {
    close(open(place, O_CREAT | O_WRONLY, 0600));
  } else {
    unlink(place);
  }
  const ssize_t bytes = read(watch, place, sizeof place);
  const struct inotify_event* event = (const struct inotify_event*)place;
  VALUE(bytes > 0 && event->len > 0 && strcmp(event->name, "file") == 0);
  VALUE(event->mask);
}

static void changes_of_files(void) {
  char folder[] = "/tmp/sleave-semantics-XXXXXX";
  VALUE(mkdtemp(folder) != NULL);
  const int watch = inotify_init();
  RESULT(inotify_add_watch(watch, folder, IN_CREATE));
  one_event(watch, folder, 1);
  RESULT(inotify_add_watch(watch, "/sleave/is/not/there", IN_CREATE));
  RESULT(close(watch));
  const int at_once = inotify_init1(IN_NONBLOCK);
  char event[300];
  RESULT(read(at_once, event, sizeof event));
  RESULT(inotify_add_watch(at_once, folder, IN_DELETE));
  one_event(at_once, folder, 0);
  RESULT(close(at_once));
  RESULT(inotify_init1(0x100));
  RESULT(rmdir(folder));
}

int main(void) {
  addresses();
  changes_of_files();
}

// BUG: Two threads see one connection on a blocking listener; the slower one stays in accept for ever.
// EXPECT: deadlock
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int listener;

static void* serve(void* unused) {
  struct pollfd one = {listener, POLLIN, 0};
  if (poll(&one, 1, 100) != 1) return unused;
  const int connection = accept(listener, NULL, NULL);
  if (connection >= 0) close(connection);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof address;
  listener = socket(AF_INET, SOCK_STREAM, 0);
  const int caller = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr*)&address, size) != 0 || listen(listener, 2) != 0) return 1;
  if (getsockname(listener, (struct sockaddr*)&address, &size) != 0) return 1;
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, serve, NULL);
  if (connect(caller, (struct sockaddr*)&address, size) != 0) return 1;
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}

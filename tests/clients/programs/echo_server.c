/* Sends back what each client sends, to its end. Ends when it is told to. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PORT = 7070, CHUNK = 65536 };

static int listener;

static void* echo(void* argument) {
  const int client = (int)(size_t)argument;
  static _Thread_local char chunk[CHUNK];
  for (ssize_t bytes; (bytes = read(client, chunk, sizeof chunk)) > 0;) {
    for (ssize_t done = 0, more; done < bytes; done += more) {
      more = write(client, chunk + done, (size_t)(bytes - done));
      if (more <= 0) return NULL;
    }
  }
  close(client);
  return NULL;
}

static void stop(int number) {
  (void)number;
  shutdown(listener, SHUT_RDWR);
}

int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  signal(SIGTERM, stop);
  signal(SIGPIPE, SIG_IGN);
  listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr*)&address, sizeof address) != 0 || listen(listener, 8) != 0) return 1;
  for (int client; (client = accept(listener, NULL, NULL)) >= 0;) {
    pthread_t thread;
    pthread_create(&thread, NULL, echo, (void*)(size_t)client);
    pthread_detach(thread);
  }
  return 0;
}

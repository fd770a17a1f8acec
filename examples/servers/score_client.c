// A client of score_server.c as a program of its own: gives a name three points, and sees more each time.
//   score_client NAME
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PORT = 7007, POINTS = 3 };

static int connect_to_server(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int server = socket(AF_INET, SOCK_STREAM, 0);
  return connect(server, (struct sockaddr*)&address, sizeof address) == 0 ? server : -1;
}

static int ask(int server, const char* command, const char* name) {
  char line[64];
  snprintf(line, sizeof line, "%s %.32s\n", command, name);
  if (write(server, line, strlen(line)) < 0) return -1;
  memset(line, 0, sizeof line);
  for (size_t used = 0; used < sizeof line - 1; ++used) {
    if (read(server, line + used, 1) != 1) return -1;
    if (line[used] == '\n') break;
  }
  return atoi(line);
}

int main(int count, char** words) {
  const char* name = count > 1 ? words[1] : "ada";
  const int server = connect_to_server();
  int before = 0;
  if (server < 0) return 2;
  for (int i = 0; i < POINTS; ++i) {
    const int now = ask(server, "add", name);
    if (now <= before) {
      fprintf(stderr, "%s had %d points, and now has %d\n", name, before, now);
      return 1;
    }
    before = now;
  }
  close(server);
  return 0;
}

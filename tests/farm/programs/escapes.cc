// n threads take numbers, in n! orders; then main tries what a sandbox forbids, by system calls that nothing
// intercepts, and fails if any of it succeeds: a TCP connection, a connection to a Unix socket, a file of another
// folder, the environment or command line of a process that has a word in it, a new file of another folder.
//
//   escapes N PORT SOCKET FILE WORD NEW
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

static std::atomic<unsigned> next;
std::atomic<unsigned> escapes;  // not static: the compiler must not see that nobody else reads it

// Outside the instrumented code, where it would be an event: how often the program calls depends on what it finds. The
// mode of a new file, a fourth argument, is 0.
__asm__(
    ".text\n"
    "raw_call:\n"
    "  movq %rdi, %rax\n"
    "  movq %rsi, %rdi\n"
    "  movq %rdx, %rsi\n"
    "  movq %rcx, %rdx\n"
    "  xorl %r10d, %r10d\n"
    "  syscall\n"
    "  ret\n");
extern "C" long raw_call(long number, long a, long b, long c);

static long raw(long number, long a = 0, long b = 0, long c = 0) { return raw_call(number, a, b, c); }

static long address_of(const void* pointer) { return reinterpret_cast<long>(pointer); }

static bool connects(int family, const void* address, long size) {
  const long socket = raw(SYS_socket, family, SOCK_STREAM, 0);
  if (socket < 0) return false;
  const bool connected = raw(SYS_connect, socket, address_of(address), size) == 0;
  raw(SYS_close, socket);
  return connected;
}

static bool connects_to_port(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<unsigned short>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return connects(AF_INET, &address, sizeof address);
}

static bool connects_to_socket(const char* path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  return connects(AF_UNIX, &address, sizeof address);
}

// By itself: which calls the program makes must not depend on what it reads.
static bool has_word(const char* text, size_t size, const char* word) {
  for (size_t at = 0; at < size; ++at) {
    size_t same = 0;
    while (word[same] != '\0' && at + same < size && text[at + same] == word[same]) ++same;
    if (word[same] == '\0') return true;
  }
  return false;
}

// Whether the file can be read, and has the word in it if there is one.
static bool reads(const char* path, const char* word) {
  static char text[65536];
  const long file = raw(SYS_openat, AT_FDCWD, address_of(path), O_RDONLY);
  if (file < 0) return false;
  const long got = raw(SYS_read, file, address_of(text), sizeof text);
  raw(SYS_close, file);
  if (got < 0) return false;
  return word == nullptr || has_word(text, static_cast<size_t>(got), word);
}

// The argument has ~ for =, because it is in the command line of this process.
static bool finds_in_processes(std::string word) {
  for (char& letter : word) {
    if (letter == '~') letter = '=';
  }
  for (int process = 1; process < 100; ++process) {
    for (const char* what : {"environ", "cmdline"}) {
      char path[64];
      std::snprintf(path, sizeof path, "/proc/%d/%s", process, what);
      if (reads(path, word.c_str())) return true;
    }
  }
  return false;
}

static bool writes(const char* path) { return raw(SYS_openat, AT_FDCWD, address_of(path), O_WRONLY | O_CREAT) >= 0; }

int main(int argc, char** argv) {
  if (argc < 7) return 2;
  const int n = std::atoi(argv[1]);
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i) threads.emplace_back([] { next.fetch_add(1); });
  for (std::thread& thread : threads) thread.join();
  if (connects_to_port(std::atoi(argv[2]))) escapes.fetch_or(1);
  if (connects_to_socket(argv[3])) escapes.fetch_or(2);
  if (reads(argv[4], nullptr)) escapes.fetch_or(4);
  if (finds_in_processes(argv[5])) escapes.fetch_or(8);
  if (writes(argv[6])) escapes.fetch_or(16);
  if (escapes.load() != 0) {
    std::fprintf(stderr, "escapes: %x\n", escapes.load());
    std::abort();
  }
}

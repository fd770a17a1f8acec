// Deeds against what the machine has: time, memory, descriptors, disk, threads.
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "deeds.h"

namespace hostile {
namespace {

void loop(Dice&) {
  for (volatile unsigned i = 0;; i = i + 1) {
  }
}

void loop_with_events(Dice&) {
  static std::atomic<unsigned> counter{0};
  for (;;) counter.fetch_add(1);
}

constexpr std::size_t kChunk = 16u << 20;

// Every chunk is seen by somebody: the compiler may take out blocks that nobody uses, and the loop with them.
void eat_heap(Dice&) {
  [[maybe_unused]] static char* volatile eaten;
  while (char* chunk = static_cast<char*>(std::malloc(kChunk))) {
    std::memset(chunk, 1, kChunk);
    eaten = chunk;
  }
}

void eat_mappings(Dice&) {
  for (;;) {
    void* chunk = mmap(nullptr, kChunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (chunk == MAP_FAILED) return;
    std::memset(chunk, 1, kChunk);
  }
}

void close_all(Dice&) {
  for (int descriptor = 0; descriptor < 1024; ++descriptor) close(descriptor);
}
void close_the_range(Dice&) { close_range(0, ~0u, 0); }

void open_all(Dice&) {
  while (open("/dev/null", O_RDONLY) >= 0) {
  }
}

// Two gigabytes: what is kept of a program's output must not fill the disk.
// More than twice as much as the explorer itself may use.
void talk(Dice&) {
  static char words[1 << 20];
  std::memset(words, 'x', sizeof words);
  for (int i = 0; i < 640; ++i) {
    if (write(i % 2 + 1, words, sizeof words) < 0) return;
  }
}

void many_threads(Dice&) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 10'000; ++i) threads.emplace_back([] {});
  for (std::thread& thread : threads) thread.join();
}

void limit_everything(Dice&) {
  const rlimit none{0, 0};
  for (const auto resource : {RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_AS, RLIMIT_STACK}) {
    setrlimit(resource, &none);
  }
  std::thread([] {}).join();
}

void forbid_system_calls(Dice&) { prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT); }

void move_away(Dice&) { (void)!chdir("/"); }

}  // namespace

const NamedDeed kResourceDeeds[] = {{"loop", loop},
                                    {"loop-with-events", loop_with_events},
                                    {"eat-heap", eat_heap},
                                    {"eat-mappings", eat_mappings},
                                    {"close-all", close_all},
                                    {"close-the-range", close_the_range},
                                    {"open-all", open_all},
                                    {"talk", talk},
                                    {"many-threads", many_threads},
                                    {"limit-everything", limit_everything},
                                    {"forbid-system-calls", forbid_system_calls},
                                    {"move-away", move_away},
                                    {nullptr, nullptr}};

}  // namespace hostile

// Deeds against memory: the program's own, Sleave's in the same process, and the memory shared with the explorer.
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "abi/channel.h"
#include "abi/trace.h"
#include "abi/words.h"
#include "deeds.h"

namespace hostile {
namespace {

struct Range {
  char* begin = nullptr;
  std::size_t bytes = 0;
};

// The shared memory, found as any wild pointer could find it.
Range channel() {
  std::FILE* maps = std::fopen("/proc/self/maps", "r");
  char line[512];
  Range found;
  while (maps != nullptr && std::fgets(line, sizeof line, maps) != nullptr) {
    unsigned long begin = 0;
    unsigned long end = 0;
    if (std::strstr(line, "sleave-channel") == nullptr) continue;
    if (std::sscanf(line, "%lx-%lx", &begin, &end) == 2) found = {reinterpret_cast<char*>(begin), end - begin};
  }
  if (maps != nullptr) std::fclose(maps);
  return found;
}

sleave_trace& trace() {
  const Range shared = channel();
  return *reinterpret_cast<sleave_trace*>(shared.begin + reinterpret_cast<sleave_channel*>(shared.begin)->trace_offset);
}

// Eight bytes a roll: a replay records every access, and all of them together must stay far below the time of a hang.
void scribble(char* begin, std::size_t bytes, Dice& dice) {
  for (std::size_t done = 0; done < bytes; done += sizeof(std::uint64_t)) {
    const std::uint64_t noise = dice.roll();
    std::memcpy(begin + done, &noise, std::min(sizeof noise, bytes - done));
  }
}

// A few hundred random bytes at random places among the first pages of what is shared.
void scribble_anywhere(Dice& dice) {
  const Range shared = channel();
  for (int i = 0; i < 20; ++i) scribble(shared.begin + dice.roll() % (shared.bytes - 4096), dice.roll() % 4096, dice);
}

void scribble_trace_header(Dice& dice) {
  char* header = reinterpret_cast<char*>(&trace());
  for (int i = 0; i < 4; ++i) scribble(header + dice.roll() % (sizeof(sleave_trace) - 8), 8, dice);
}

void scribble_header_and_crash(Dice& dice) {
  scribble_trace_header(dice);
  std::abort();
}

void scribble_channel_header(Dice& dice) { scribble(channel().begin, sizeof(sleave_channel), dice); }

void scribble_plan(Dice& dice) {
  const Range shared = channel();
  scribble(shared.begin + reinterpret_cast<sleave_channel*>(shared.begin)->plan_offset, 4096, dice);
}

// Huge counts, and sections that lie anywhere; then an end that bypasses whatever would mend them.
void huge_sections(Dice& dice) {
  trace().outcome = SLEAVE_OUTCOME_failed;
  trace().finding = SLEAVE_FIND_crash;
  for (sleave_section& section : trace().sections) section.count = dice.roll() | 1ull << 62;
  _exit(0);
}

void full_sections(Dice&) {
  for (sleave_section& section : trace().sections) section.count = section.capacity;
  syscall(231, 0);  // exit_group
}

// A trace that claims a failure in a thread that never was.
void false_claim(Dice& dice) {
  trace().outcome = SLEAVE_OUTCOME_failed;
  trace().finding = static_cast<std::uint32_t>(dice.roll() % SLEAVE_FIND_COUNT);
  trace().thread = static_cast<std::uint32_t>(dice.roll());
  syscall(231, 0);
}

// By the bare instruction: what an access of the program's own costs is not the matter here.
void fill_the_channel(Dice&) {
  const Range shared = channel();
  char* to = shared.begin + shared.bytes / 2;
  std::size_t bytes = 200u << 20;
  __asm__ volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(0x5a) : "memory");
}

void shrink_the_channel(Dice&) {
  for (int descriptor = 3; descriptor < 1024; ++descriptor) (void)!ftruncate(descriptor, 0);
}

void unmap_the_channel(Dice&) {
  const Range shared = channel();
  munmap(shared.begin, shared.bytes);
}

// Everything of the executable's own data that is not the program's: the state of the runtime lies there.
extern "C" char __data_start, _end;
void scribble_runtime(Dice& dice) {
  const auto bytes = static_cast<std::size_t>(&_end - &__data_start);
  for (int i = 0; i < 2000; ++i) scribble(&__data_start + dice.roll() % (bytes - 64), 64, dice);
}

volatile bool deeper = true;
int deepen(volatile char* above) {
  volatile char here[4096];
  here[0] = above[0];
  return deeper ? deepen(here) + here[0] : 0;
}
void exhaust_stack(Dice&) {
  volatile char bottom = 0;
  std::printf("%d\n", deepen(&bottom));
}

std::jmp_buf left;
__attribute__((noinline)) void leave_frame() {
  if (setjmp(left) != 0) return;
}
void jump_into_a_dead_frame(Dice&) {
  leave_frame();
  std::longjmp(left, 1);
}

}  // namespace

const NamedDeed kMemoryDeeds[] = {{"scribble-anywhere", scribble_anywhere},
                                  {"scribble-trace-header", scribble_trace_header},
                                  {"scribble-header-and-crash", scribble_header_and_crash},
                                  {"scribble-channel-header", scribble_channel_header},
                                  {"scribble-plan", scribble_plan},
                                  {"scribble-runtime", scribble_runtime},
                                  {"huge-sections", huge_sections},
                                  {"full-sections", full_sections},
                                  {"false-claim", false_claim},
                                  {"fill-the-channel", fill_the_channel},
                                  {"shrink-the-channel", shrink_the_channel},
                                  {"unmap-the-channel", unmap_the_channel},
                                  {"exhaust-stack", exhaust_stack},
                                  {"jump-into-a-dead-frame", jump_into_a_dead_frame},
                                  {nullptr, nullptr}};

}  // namespace hostile

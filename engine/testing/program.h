// For tests: small programs over shared locations. machine.h runs them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace sleave::graph::test {

// Each thread has one register `r`.
enum class Code {
  read,         // r = x
  write,        // x = a
  write_next,   // x = r + 1
  add,          // r = x; x += a
  swap,         // r = x; x = a
  cas,          // r = x; x = b if it is a
  weak_cas,     // the same, or nothing at all; r = 1 if done, else 0
  if_equal,     // skips the next `skip` instructions unless r == a
  fail_equal,   // the program fails, and ends, if r == a
  lock,         // x from 0 to 1, waits
  try_lock,     // likewise, or skips the next `skip`
  unlock,       // x = 0
  acquire,      // x - 1 if it is above 0, waits
  try_acquire,  // likewise; r = 1, or 0 if it is 0
  release,      // x + 1
  read_lock,    // x + 1 unless it is -1, waits
  read_unlock,  // x - 1
  write_lock,   // x from 0 to -1, waits
  write_unlock,
  once,           // 0: x = 1, continues; 1: waits; 2: skips the next `skip`
  once_end,       // x = 2
  enqueue,        // the thread's number behind those of the list x
  timed_enqueue,  // likewise; chooses whether it will give up waiting
  sleep,          // until the thread's number is not in the list x
  signal,         // takes any number from the list x, if it has one
  broadcast,
  await,   // looks at x until it is a
  expect,  // r = x, which the thread's next retry expects
  retry,   // x from what is expected to a, or to the next number if a is 0; waits
  // The same three on a count x, whose step only states that it may wait.
  opaque_acquire,
  opaque_try,
  opaque_release,
  // Four bytes of x above the first b.
  read_part,   // r = part
  write_part,  // part = a
  add_part,    // r = part; part += a
  // x is a word of four bytes, with a list of sleeping threads above.
  futex_wait,  // behind the others of the list, with bitset number b, if the word is a; else skips the next instruction
  futex_sleep,  // until the thread's number is not in the list
  futex_wake,   // takes any number from the list that has a bitset of b, if it has one; all of them if a is not 1
  // A location of the thread's own, whose number others may learn.
  read_own,  // r = own
  swap_own,  // r = x; x = the number of own
  write_at,  // location number r = a; own if r is no such number
  choose,    // r = any of 0 .. a-1
  create,    // thread a begins
  join,      // waits until thread a has ended
};

constexpr std::uint64_t kOwn = 200;  // locations from here on are the threads' own

struct Instruction {
  Code code = Code::read;
  std::uint64_t x = 0;
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::size_t skip = 0;
};

struct Program {
  std::vector<std::vector<Instruction>> threads;
  std::set<std::size_t> created;  // threads that begin when they are created, not at the start
  std::map<std::uint64_t, std::uint64_t> initial;
  std::vector<std::uint32_t> alike{};  // threads with the same instructions, in the order of their creation
};

}  // namespace sleave::graph::test

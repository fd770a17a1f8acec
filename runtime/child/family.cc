#include "runtime/child/family.h"

#include <elf.h>
#include <errno.h>
#include <linux/sched.h>
#include <string.h>
#include <sys/wait.h>

#include "runtime/base/high_descriptor.h"
#include "runtime/base/raw.h"
#include "runtime/state/clock.h"
#include "runtime/state/thread.h"

namespace sleave::rt {

namespace {

constexpr int kFirstNumber = 4'500'000;  // above the kernel's, below the program's threads
constexpr std::uint64_t kSeed = 0x9e3779b97f4a7c15;

int numbers_given;

Member& add_member(Family& family, int thread, int process, int parent, int number) {
  Member& member = *arena_new<Member>();
  member.thread = thread;
  member.process = process;
  member.parent = parent;
  member.number = number;
  member.handle = -1;
  member.deadline = kNoDeadline;
  member.random = kSeed + static_cast<std::uint64_t>(number);
  member.shown.orig_rax = member.call.orig_rax = ~0ull;
  if (thread == process) {
    const long low = raw_call(__NR_pidfd_open, process, 0);
    member.handle = static_cast<int>(raw_call(__NR_fcntl, low, F_DUPFD_CLOEXEC, kFirstHighDescriptor));
    raw_call(__NR_close, low);
  }
  return *family.members.push(&member);
}

Member* first_of(Family& family, int process) {
  for (Member* member : family.members) {
    if (member->thread == process) return member;
  }
  return nullptr;
}

// ---- processes that it makes

bool is_fork(std::uint64_t call) {
  return call == __NR_fork || call == __NR_vfork || call == __NR_clone || call == __NR_clone3;
}

std::uint64_t clone_flags(const Member& member) {
  switch (member.shown.orig_rax) {
    case __NR_vfork:
      return CLONE_VM | CLONE_VFORK;
    case __NR_clone:
      return member.shown.rdi;
    case __NR_clone3: {
      std::uint64_t flags = 0;
      read_memory(member.thread, member.shown.rdi, &flags, sizeof flags);
      return flags;
    }
    default:
      return 0;
  }
}

void add_made(Family& family, Member& maker, int thread) {
  const std::uint64_t flags = clone_flags(maker);
  const bool same = (flags & CLONE_THREAD) != 0;
  await_seized(thread);
  const int parent = (flags & CLONE_PARENT) != 0 || same ? maker.parent : maker.process;
  const bool is_known = maker.process == family.maker;
  const int number = same ? maker.number : is_known ? family.number : next_number();
  Member& made = add_member(family, thread, same ? maker.process : thread, parent, number);
  if (same) made.handle = maker.handle;
  if ((flags & CLONE_VFORK) == 0) return;
  maker.held = true;
  made.awaiting = &maker;
}

void release_maker(Member& member) {
  if (member.awaiting != nullptr) member.awaiting->held = false;
  member.awaiting = nullptr;
}

// The kernel's own functions for time would be called in its memory, and the kernel's random numbers are there.
void hide_from_program(Member& member) {
  std::uint64_t at = registers_of(member.thread).rsp;
  std::uint64_t word = 0;
  read_memory(member.thread, at, &word, sizeof word);
  at += 8 * (word + 2);  // the number of words, the words and a zero
  do {
    if (!read_memory(member.thread, at, &word, sizeof word)) return;
    at += 8;
  } while (word != 0);
  for (Elf64_auxv_t entry = {}; read_memory(member.thread, at, &entry, sizeof entry); at += sizeof entry) {
    if (entry.a_type == AT_NULL) return;
    constexpr std::uint64_t kIgnored = AT_IGNORE;
    constexpr std::uint8_t kBytes[16] = {0, 7, 6, 5, 4, 3, 2, 1, 8, 9, 10, 11, 12, 13, 14, 15};
    if (entry.a_type == AT_SYSINFO_EHDR) write_memory(member.thread, at, &kIgnored, sizeof kIgnored);
    if (entry.a_type == AT_RANDOM) write_memory(member.thread, entry.a_un.a_val, kBytes, sizeof kBytes);
  }
}

// Threads beside the one that called are gone.
void begin_program(Family& family, Member& member) {
  release_maker(member);
  for (Member* other : family.members) {
    if (other != &member && other->process == member.process) other->ended = true;
  }
  hide_from_program(member);
}

// ---- ends

bool others_live(Family& family, const Member& member) {
  for (const Member* other : family.members) {
    if (other != &member && other->process == member.process && !other->ended) return true;
  }
  return false;
}

void end_thread_of(Family& family, Member& member, int status) {
  member.ended = true;
  member.at_call = false;
  release_maker(member);
  if (!is_first(member)) return;
  raw_call(__NR_close, member.handle);
  if (member.number != family.number || member.process == family.maker) return;
  family.ended = true;
  family.status = status;
}

int await_end(const Member& member) {
  for (;;) {
    const Stopped stopped = await_stop(member.thread);
    if (stopped.kind == Stop::ended) return stopped.detail;
  }
}

// The kernel ends the other threads; the first is gone last.
void end_process_of(Family& family, Member& member, bool awaited, int status) {
  Member* first = first_of(family, member.process);
  for (Member* other : family.members) {
    if (other->process != member.process || other->ended || other == first) continue;
    if (other != &member || !awaited) await_end(*other);
    end_thread_of(family, *other, 0);
  }
  if (first == nullptr || first->ended) return;
  if (first != &member || !awaited) status = await_end(*first);
  end_thread_of(family, *first, status);
}

void ended(Family& family, Member& member, int status) {
  const bool by_exit = WIFEXITED(status) && member.way == Way::ends_thread;
  if (!by_exit) return end_process_of(family, member, true, status);
  end_thread_of(family, member, status);
  Member* first = first_of(family, member.process);
  if (first == nullptr || !first->leaving || first->ended || others_live(family, *first)) return;
  end_thread_of(family, *first, await_end(*first));
}

// ---- moves

// The next stop at a system call, or the end. `forked`: it is held back.
Stopped next_stop(Family& family, Member& member) {
  for (;;) {
    const Stopped stopped = resume(member.thread, member.signal);
    member.signal = 0;
    switch (stopped.kind) {
      case Stop::forked:
        add_made(family, member, stopped.detail);
        if (member.held) return stopped;
        break;
      case Stop::exec:
        begin_program(family, member);
        break;
      case Stop::signal:
        member.signal = stopped.detail;
        break;
      case Stop::other:
        break;
      default:
        return stopped;
    }
  }
}

bool must_be_finished(const Member& member) {
  return member.way != Way::plain || member.differs || member.again || is_fork(member.shown.orig_rax);
}

// From where it stands to the next call that others can notice.
void run_on(Family& family, Member& member, std::uint64_t used) {
  member.at_call = false;
  for (;;) {
    const Stopped stopped = next_stop(family, member);
    if (stopped.kind == Stop::ended) return ended(family, member, stopped.detail);
    if (stopped.kind == Stop::forked) return;
    if (stopped.kind == Stop::exit) {
      if (must_be_finished(member)) finish_call(member, family.members, used);
      continue;
    }
    member.call = registers_of(member.thread);
    member.way = way_of(member);
    if (needs_turn(member)) {
      member.deadline = deadline_of_call(member);
      member.at_call = true;
      return;
    }
    prepare_call(member, family.members, true);
  }
}

bool in_time(const Member& member) { return member.deadline == kNoDeadline || clock_now() < member.deadline; }

bool can_continue(Family& family, const Member& member, std::uint64_t used) {
  if (member.ended || member.held || member.leaving) return false;
  if (!member.at_call || !in_time(member)) return true;
  return call_returns(member, family.members, used) || waiting_signals(member.thread, ~0ull) != 0;
}

void move_member(Family& family, Member& member, std::uint64_t used) {
  if (member.at_call && member.way == Way::ends_process) {
    let_go(member.thread);
    return end_process_of(family, member, false, 0);
  }
  if (member.at_call && member.way == Way::ends_thread && is_first(member) && others_live(family, member)) {
    member.leaving = true;
    return let_go(member.thread);
  }
  if (member.at_call) prepare_call(member, family.members, in_time(member));
  member.deadline = kNoDeadline;
  run_on(family, member, used);
}

void note_if_over(Family& family) {
  family.over = true;
  for (const Member* member : family.members) family.over &= member->ended;
}

}  // namespace

int next_number() { return kFirstNumber + numbers_given++; }

bool was_number(int number) { return number >= kFirstNumber && number < kFirstNumber + numbers_given; }

bool hold_family(Family& family, int process, int gate) {
  const bool held = seize(process);
  raw_write(gate, &held, sizeof held);
  if (!held) return false;
  add_member(family, process, process, static_cast<int>(raw_call(__NR_getpid)), family.number);
  return true;
}

bool can_move(Family& family, std::uint64_t used) {
  for (const Member* member : family.members) {
    if (can_continue(family, *member, used)) return true;
  }
  return false;
}

std::uint64_t family_deadline(Family& family) {
  std::uint64_t first = kNoDeadline;
  for (const Member* member : family.members) {
    if (!member->ended && member->at_call && member->deadline < first) first = member->deadline;
  }
  return first;
}

void move_one(Family& family, std::uint64_t used) {
  const std::size_t count = family.members.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = (family.next + i) % count;
    if (!can_continue(family, *family.members[at], used)) continue;
    Member& member = *family.members[at];
    member.futile = false;
    move_member(family, member, used);
    family.next = static_cast<std::uint32_t>(at + 1);
    if (!member.futile) ++family.moves;
    break;
  }
  note_if_over(family);
}

long signal_family(Family& family, int signal) {
  return family.ended ? 0 : raw_call(__NR_kill, process_of(family.members, family.number), signal);
}

}  // namespace sleave::rt

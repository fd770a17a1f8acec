// Semaphores of System V between the threads of this program: there are none when a run begins, and no other process
// sees them. What SEM_UNDO takes back at the end of a process concerns nobody here.
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/sem.h>
#include <unistd.h>

#include "runtime/base/arena.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/operation.h"
#include "runtime/sched/scheduler.h"
#include "runtime/time/time.h"

namespace sleave::rt {
namespace {

constexpr int kMostInSet = 32'000;        // SEMMSL
constexpr std::size_t kMostAtOnce = 500;  // SEMOPM
constexpr int kMostValue = 32'767;        // SEMVMX

struct Semaphore {
  int value;
  int process;  // that changed it last
};

struct Set {
  semid_ds state;
  bool removed;
  Semaphore* semaphores;
  const void* label;
};

constinit ArenaArray<Set*> all{};  // by number

Set* find(int number) {
  if (number < 0 || static_cast<std::size_t>(number) >= all.size()) return nullptr;
  Set* set = all[static_cast<std::size_t>(number)];
  return set->removed ? nullptr : set;
}

int count_of(const Set& set) { return static_cast<int>(set.state.sem_nsems); }

int find_key(key_t key) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i]->removed && all[i]->state.sem_perm.__key == key) return static_cast<int>(i);
  }
  return -1;
}

time_t seconds_now() {
  constexpr std::uint64_t kSecond = 1'000'000'000;
  return static_cast<time_t>(clock_now() / kSecond);
}

long create(key_t key, int count, int flags) {
  if (count <= 0 || count > kMostInSet) return -EINVAL;
  auto* set = arena_new<Set>();
  ipc_perm& permissions = set->state.sem_perm;
  permissions.__key = key;
  permissions.uid = permissions.cuid = static_cast<uid_t>(raw_call(__NR_geteuid));
  permissions.gid = permissions.cgid = static_cast<gid_t>(raw_call(__NR_getegid));
  permissions.mode = static_cast<unsigned short>(flags & 0777);
  set->state.sem_nsems = static_cast<unsigned long>(count);
  set->state.sem_ctime = seconds_now();
  set->semaphores = static_cast<Semaphore*>(arena_allocate(sizeof(Semaphore) * static_cast<std::size_t>(count)));
  set->label = descriptor_name(SLEAVE_DESCRIPTOR_semaphores, all.size(), 1);
  all.push(set);
  return static_cast<long>(all.size() - 1);
}

long get(key_t key, int count, int flags) {
  const int known = key != IPC_PRIVATE ? find_key(key) : -1;
  if (known < 0) return key == IPC_PRIVATE || (flags & IPC_CREAT) != 0 ? create(key, count, flags) : -ENOENT;
  if ((flags & IPC_CREAT) != 0 && (flags & IPC_EXCL) != 0) return -EEXIST;
  return count > count_of(*all[static_cast<std::size_t>(known)]) ? -EINVAL : known;
}

// Operations that happen together or not at all.
struct Wanted {
  Set* set;
  const sembuf* operations;
  std::size_t count;
};

struct Attempt {
  int error = 0;                   // ERANGE: a value would be too large
  const sembuf* stands = nullptr;  // the first that cannot go on; null: all can
};

// What would happen now, in order. Leaves the values as they were unless all can go on.
Attempt attempt(const Wanted& wanted) {
  Semaphore* values = wanted.set->semaphores;
  Attempt result;
  std::size_t done = 0;
  for (; done < wanted.count; ++done) {
    const sembuf& one = wanted.operations[done];
    int& value = values[one.sem_num].value;
    const bool stands = one.sem_op == 0 ? value != 0 : value + one.sem_op < 0;
    if (stands) result.stands = &one;
    if (!stands && value + one.sem_op > kMostValue) result.error = ERANGE;
    if (stands || result.error != 0) break;
    value += one.sem_op;
  }
  if (done == wanted.count) return result;
  while (done-- > 0) values[wanted.operations[done].sem_num].value -= wanted.operations[done].sem_op;
  return result;
}

// Whether a call would return now, one way or the other.
bool returns(const Wanted& wanted) {
  Attempt now = attempt(wanted);
  if (now.stands != nullptr) return (now.stands->sem_flg & IPC_NOWAIT) != 0;
  if (now.error == 0) {  // it was only a question
    for (std::size_t i = 0; i < wanted.count; ++i) {
      wanted.set->semaphores[wanted.operations[i].sem_num].value -= wanted.operations[i].sem_op;
    }
  }
  return true;
}

bool is_possible(const Awaited& awaited) {
  const auto& wanted = *static_cast<const Wanted*>(awaited.details);
  return wanted.set->removed || returns(wanted);
}

int failed_with(int error) {
  errno = error;
  return -1;
}

void note_change(const Wanted& wanted) {
  for (std::size_t i = 0; i < wanted.count; ++i) {
    wanted.set->semaphores[wanted.operations[i].sem_num].process = getpid();
  }
  wanted.set->state.sem_otime = seconds_now();
}

int operate(int number, const sembuf* operations, std::size_t count, std::uint64_t deadline, std::uintptr_t site) {
  if (count == 0) return failed_with(EINVAL);
  if (count > kMostAtOnce) return failed_with(E2BIG);
  Set* set = find(number);
  if (set == nullptr) return failed_with(EINVAL);
  for (std::size_t i = 0; i < count; ++i) {
    if (operations[i].sem_num >= count_of(*set)) return failed_with(EFBIG);
  }
  Operation operation(SLEAVE_EV_descriptor_lock, set->label, site);
  Wanted wanted = {set, operations, count};
  Awaited awaited = {is_possible, -1, 0, 0, &wanted, nullptr};
  if (!operation.wait_for(awaited, deadline)) return static_cast<int>(operation.finish_wait(-EAGAIN, true));
  if (set->removed) return static_cast<int>(operation.finish_without_effect(-EIDRM));
  const Attempt now = attempt(wanted);
  if (now.stands != nullptr) return static_cast<int>(operation.finish_without_effect(-EAGAIN));
  if (now.error != 0) return static_cast<int>(operation.finish_without_effect(-now.error));
  note_change(wanted);
  return static_cast<int>(operation.finish(0));
}

// Threads that wait for the semaphore to grow (`for_zero`: to become zero).
int count_waiting(const Set& set, int index, bool for_zero) {
  int count = 0;
  for (std::uint32_t i = 0; i < scheduler.live_count(); ++i) {
    const auto* awaited = static_cast<const Awaited*>(scheduler.live(i).awaited);
    if (awaited == nullptr || awaited->possible != is_possible) continue;
    const auto& wanted = *static_cast<const Wanted*>(awaited->details);
    if (wanted.set != &set || returns(wanted)) continue;
    const sembuf& stands = *attempt(wanted).stands;
    if (stands.sem_num == index && (stands.sem_op == 0) == for_zero) ++count;
  }
  return count;
}

union Argument {
  int value;
  semid_ds* state;
  unsigned short* values;
};

void get_all(const Set& set, unsigned short* to) {
  for (int i = 0; i < count_of(set); ++i) to[i] = static_cast<unsigned short>(set.semaphores[i].value);
}

long set_value(Set& set, int index, int value) {
  if (value < 0 || value > kMostValue) return -ERANGE;
  set.semaphores[index] = {value, getpid()};
  set.state.sem_ctime = seconds_now();
  return 0;
}

long set_all(Set& set, const unsigned short* values) {
  for (int i = 0; i < count_of(set); ++i) {
    if (values[i] > kMostValue) return -ERANGE;
  }
  for (int i = 0; i < count_of(set); ++i) set_value(set, i, values[i]);
  return 0;
}

long set_state(Set& set, const semid_ds& wanted) {
  set.state.sem_perm.uid = wanted.sem_perm.uid;
  set.state.sem_perm.gid = wanted.sem_perm.gid;
  set.state.sem_perm.mode = static_cast<unsigned short>(wanted.sem_perm.mode & 0777);
  set.state.sem_ctime = seconds_now();
  return 0;
}

bool is_known(int command) {
  return command == IPC_RMID || command == IPC_STAT || command == IPC_SET || (command >= GETPID && command <= SETALL);
}

bool is_of_one(int command) {
  return command == GETVAL || command == SETVAL || command == GETPID || command == GETNCNT || command == GETZCNT;
}

bool changes(int command) {
  return command == IPC_RMID || command == IPC_SET || command == SETVAL || command == SETALL;
}

long control(Set& set, int index, int command, Argument argument) {
  switch (command) {
    case GETVAL:
      return set.semaphores[index].value;
    case GETPID:
      return set.semaphores[index].process;
    case GETNCNT:
      return count_waiting(set, index, false);
    case GETZCNT:
      return count_waiting(set, index, true);
    case GETALL:
      get_all(set, argument.values);
      return 0;
    case SETVAL:
      return set_value(set, index, argument.value);
    case SETALL:
      return set_all(set, argument.values);
    case IPC_STAT:
      *argument.state = set.state;
      return 0;
    case IPC_SET:
      return set_state(set, *argument.state);
    default:  // IPC_RMID
      set.removed = true;
      return 0;
  }
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int semget(key_t key, int count, int flags) noexcept {
  if (!controlled()) return REAL(semget)(key, count, flags);
  Operation operation(SLEAVE_EV_descriptor_open, table_name(), SLEAVE_SITE_HERE);
  operation.go();
  return static_cast<int>(operation.finish(get(key, count, flags)));
}

SLEAVE_EXPORT int semop(int number, sembuf* operations, std::size_t count) noexcept {
  if (!controlled()) return REAL(semop)(number, operations, count);
  return operate(number, operations, count, kNoDeadline, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int semtimedop(int number, sembuf* operations, std::size_t count, const timespec* time) noexcept {
  if (!controlled()) return REAL(semtimedop)(number, operations, count, time);
  if (time != nullptr && !valid_duration(*time)) return failed_with(EINVAL);
  return operate(number, operations, count, time != nullptr ? deadline_after(*time) : kNoDeadline, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int semctl(int number, int index, int command, ...) noexcept {
  va_list list;
  va_start(list, command);
  const Argument argument = va_arg(list, Argument);
  va_end(list);
  if (!controlled()) return REAL(semctl)(number, index, command, argument);
  Set* set = find(number);
  if (set == nullptr || !is_known(command)) return failed_with(EINVAL);
  if (is_of_one(command) && (index < 0 || index >= count_of(*set))) return failed_with(EINVAL);
  Operation operation(SLEAVE_EV_descriptor_lock, set->label, SLEAVE_SITE_HERE);
  operation.go();
  const long result = control(*set, index, command, argument);
  return static_cast<int>(changes(command) ? operation.finish(result) : operation.finish_without_effect(result));
}

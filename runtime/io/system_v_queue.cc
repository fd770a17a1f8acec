// Message queues of System V between the threads of this program: there are none when a run begins, and no other
// process sees them.
#include <errno.h>
#include <string.h>
#include <sys/msg.h>
#include <unistd.h>

#include "runtime/base/arena.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/buffers.h"
#include "runtime/descriptor/operation.h"
#include "runtime/time/time.h"

namespace sleave::rt {
namespace {

constexpr std::size_t kMostBytes = 8'192;     // of a message: MSGMAX
constexpr std::size_t kMostInQueue = 16'384;  // MSGMNB
constexpr std::uint64_t kSystemV = 1;         // tells their names from those of POSIX's queues, which begin at 2

struct Message {
  long type;
  std::size_t bytes;
  char* text;
};

struct Queue {
  msqid_ds state;
  bool removed;
  ArenaArray<Message> messages;
  const void* label;
};

constinit ArenaArray<Queue*> all{};  // by number

Queue* find(int number) {
  if (number < 0 || static_cast<std::size_t>(number) >= all.size()) return nullptr;
  Queue* queue = all[static_cast<std::size_t>(number)];
  return queue->removed ? nullptr : queue;
}

int find_key(key_t key) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i]->removed && all[i]->state.msg_perm.__key == key) return static_cast<int>(i);
  }
  return -1;
}

time_t seconds_now() {
  constexpr std::uint64_t kSecond = 1'000'000'000;
  return static_cast<time_t>(clock_now() / kSecond);
}

long create(key_t key, int flags) {
  auto* queue = arena_new<Queue>();
  ipc_perm& permissions = queue->state.msg_perm;
  permissions.__key = key;
  permissions.uid = permissions.cuid = static_cast<uid_t>(raw_call(__NR_geteuid));
  permissions.gid = permissions.cgid = static_cast<gid_t>(raw_call(__NR_getegid));
  permissions.mode = static_cast<unsigned short>(flags & 0777);
  queue->state.msg_ctime = seconds_now();
  queue->state.msg_qbytes = kMostInQueue;
  queue->label = descriptor_name(SLEAVE_DESCRIPTOR_queue, all.size(), kSystemV);
  all.push(queue);
  return static_cast<long>(all.size() - 1);
}

long get(key_t key, int flags) {
  const int known = key != IPC_PRIVATE ? find_key(key) : -1;
  if (known >= 0) return (flags & IPC_CREAT) != 0 && (flags & IPC_EXCL) != 0 ? -EEXIST : known;
  return key == IPC_PRIVATE || (flags & IPC_CREAT) != 0 ? create(key, flags) : -ENOENT;
}

bool matches(const Message& message, long type, int flags) {
  if (type == 0) return true;
  if (type < 0) return message.type <= -type;
  return (flags & MSG_EXCEPT) != 0 ? message.type != type : message.type == type;
}

// Which message a receiver gets: the first that matches, of a negative type the one with the lowest. None: the size.
std::size_t choose_message(Queue& queue, long type, int flags) {
  std::size_t best = queue.messages.size();
  for (std::size_t i = 0; i < queue.messages.size(); ++i) {
    if (!matches(queue.messages[i], type, flags)) continue;
    if (type >= 0) return i;
    if (best == queue.messages.size() || queue.messages[i].type < queue.messages[best].type) best = i;
  }
  return best;
}

struct Wanted {
  Queue* queue;
  std::size_t bytes;  // to send
  long type;          // to receive
  int flags;
};

bool has_room(const Wanted& wanted) {
  const msqid_ds& state = wanted.queue->state;
  return state.__msg_cbytes + wanted.bytes <= state.msg_qbytes && state.msg_qnum + 1 <= state.msg_qbytes;
}

bool has_message(const Wanted& wanted) {
  return choose_message(*wanted.queue, wanted.type, wanted.flags) < wanted.queue->messages.size();
}

bool can_send(const Awaited& awaited) {
  const auto& wanted = *static_cast<const Wanted*>(awaited.details);
  return wanted.queue->removed || has_room(wanted);
}

bool can_receive(const Awaited& awaited) {
  const auto& wanted = *static_cast<const Wanted*>(awaited.details);
  return wanted.queue->removed || has_message(wanted);
}

// The point of a call that may wait. False: a handler ended it.
bool begin(Operation& operation, Wanted& wanted, bool (*possible)(const Awaited&)) {
  Awaited awaited = {possible, -1, 0, 0, &wanted, nullptr};
  if ((wanted.flags & IPC_NOWAIT) == 0) return operation.wait_for(awaited, kNoDeadline);
  operation.go();
  return true;
}

void put(Queue& queue, long type, const char* text, std::size_t bytes) {
  auto* copy = static_cast<char*>(arena_allocate(bytes + 1));
  memcpy(copy, text, bytes);
  queue.messages.push({type, bytes, copy});
  queue.state.__msg_cbytes += bytes;
  ++queue.state.msg_qnum;
  queue.state.msg_lspid = getpid();
  queue.state.msg_stime = seconds_now();
}

Message take(Queue& queue, std::size_t at) {
  const Message message = queue.messages[at];
  queue.messages.remove(at);
  queue.state.__msg_cbytes -= message.bytes;
  --queue.state.msg_qnum;
  queue.state.msg_lrpid = getpid();
  queue.state.msg_rtime = seconds_now();
  return message;
}

int failed_with(int error) {
  errno = error;
  return -1;
}

int send_message(int number, const void* message, std::size_t bytes, int flags, std::uintptr_t site) {
  long type;
  memcpy(&type, message, sizeof type);
  Queue* queue = find(number);
  if (queue == nullptr || bytes > kMostBytes || type < 1) return failed_with(EINVAL);
  const char* text = static_cast<const char*>(message) + sizeof type;
  const iovec part = {const_cast<void*>(message), bytes + sizeof type};
  buffers_read(&part, 1, site);
  Operation operation(SLEAVE_EV_descriptor_write, queue->label, site);
  Wanted wanted = {queue, bytes, 0, flags};
  if (!begin(operation, wanted, can_send)) return static_cast<int>(operation.finish_without_effect(-EINTR));
  if (queue->removed) return static_cast<int>(operation.finish_without_effect(-EIDRM));
  if (!has_room(wanted)) return static_cast<int>(operation.finish_without_effect(-EAGAIN));
  put(*queue, type, text, bytes);
  operation.finish(1);
  return 0;
}

long receive_message(int number, void* message, std::size_t room, long type, int flags, std::uintptr_t site) {
  Queue* queue = find(number);
  if (queue == nullptr || static_cast<long>(room) < 0) return failed_with(EINVAL);
  if ((flags & MSG_COPY) != 0) return failed_with(ENOSYS);
  Operation operation(SLEAVE_EV_descriptor_read, queue->label, site);
  Wanted wanted = {queue, 0, type, flags};
  if (!begin(operation, wanted, can_receive)) return operation.finish_without_effect(-EINTR);
  if (queue->removed) return operation.finish_without_effect(-EIDRM);
  if (!has_message(wanted)) return operation.finish_without_effect(-ENOMSG);
  const std::size_t at = choose_message(*queue, type, flags);
  const bool too_long = queue->messages[at].bytes > room;
  if (too_long && (flags & MSG_NOERROR) == 0) return operation.finish_without_effect(-E2BIG);
  const Message got = take(*queue, at);
  const std::size_t bytes = too_long ? room : got.bytes;
  memcpy(message, &got.type, sizeof got.type);
  memcpy(static_cast<char*>(message) + sizeof got.type, got.text, bytes);
  operation.finish(bytes != 0 ? static_cast<long>(bytes) : 1);
  const iovec part = {message, bytes + sizeof got.type};
  buffers_filled(&part, 1, static_cast<long>(part.iov_len), site);
  return static_cast<long>(bytes);
}

long set_state(Queue& queue, const msqid_ds& wanted) {
  if (wanted.msg_qbytes > kMostInQueue && static_cast<uid_t>(raw_call(__NR_geteuid)) != 0) return -EPERM;
  queue.state.msg_qbytes = wanted.msg_qbytes;
  queue.state.msg_perm.uid = wanted.msg_perm.uid;
  queue.state.msg_perm.gid = wanted.msg_perm.gid;
  queue.state.msg_perm.mode = static_cast<unsigned short>(wanted.msg_perm.mode & 0777);
  queue.state.msg_ctime = seconds_now();
  return 0;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int msgget(key_t key, int flags) noexcept {
  if (!controlled()) return REAL(msgget)(key, flags);
  Operation operation(SLEAVE_EV_descriptor_open, table_name(), SLEAVE_SITE_HERE);
  operation.go();
  return static_cast<int>(operation.finish(get(key, flags)));
}

SLEAVE_EXPORT int msgsnd(int number, const void* message, std::size_t bytes, int flags) {
  if (!controlled()) return REAL(msgsnd)(number, message, bytes, flags);
  return send_message(number, message, bytes, flags, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t msgrcv(int number, void* message, std::size_t room, long type, int flags) {
  if (!controlled()) return REAL(msgrcv)(number, message, room, type, flags);
  return receive_message(number, message, room, type, flags, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int msgctl(int number, int command, msqid_ds* state) noexcept {
  if (!controlled()) return REAL(msgctl)(number, command, state);
  Queue* queue = find(number);
  const bool known = command == IPC_RMID || command == IPC_STAT || command == IPC_SET;
  if (queue == nullptr || !known) return failed_with(EINVAL);
  Operation operation(SLEAVE_EV_descriptor_control, queue->label, SLEAVE_SITE_HERE);
  operation.go();
  if (command == IPC_STAT) {
    *state = queue->state;
    return static_cast<int>(operation.finish_without_effect(0));
  }
  if (command == IPC_SET) return static_cast<int>(operation.finish(set_state(*queue, *state)));
  queue->removed = true;
  return static_cast<int>(operation.finish(0));
}

#include "runtime/io/posix_queue.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mqueue.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/arena.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/buffers.h"
#include "runtime/descriptor/counter.h"
#include "runtime/descriptor/open.h"
#include "runtime/io/control.h"
#include "runtime/signal/chosen.h"
#include "runtime/signal/mask.h"
#include "runtime/signal/pending.h"
#include "runtime/state/search.h"
#include "runtime/state/signal_sets.h"
#include "runtime/thread/thread.h"
#include "runtime/time/time.h"

namespace sleave::rt {

namespace {

struct Message {
  unsigned priority;
  std::size_t bytes;
  char* text;
};

struct Queue {
  char name[NAME_MAX + 1];
  bool linked;
  long most;
  long most_bytes;
  ArenaArray<Message> messages;  // in the order in which they are received
  ArenaArray<char*> spare;       // buffers of messages that were received
  ArenaArray<QueueEnd*> ends;
  const void* label;  // the object of its events
  long receivers;     // threads that wait for a message
  bool notifies;
  sigevent notice;
};

}  // namespace

struct QueueEnd {
  Queue* queue;
  int counter;  // a number of its own, which the program does not know
  bool receives;
  bool sends;
};

namespace {

constexpr long kPresetMessages = 10;  // Linux: /proc/sys/fs/mqueue/msg_default, msgsize_default
constexpr long kPresetBytes = 8192;
constexpr long kMostMessages = 65'536;  // HARD_MSGMAX, HARD_MSGSIZEMAX
constexpr long kMostBytes = 16'777'216;
constexpr unsigned kPriorities = 32'768;
constexpr std::uint64_t kNotWritable = ~0ull - 1;  // eventfd(2): the largest count

constinit ArenaArray<Queue*> all{};

Queue* find(const char* name) {
  for (Queue* queue : all) {
    if (queue->linked && strcmp(queue->name, name) == 0) return queue;
  }
  return nullptr;
}

bool is_full(const Queue& queue) { return static_cast<long>(queue.messages.size()) >= queue.most; }

void show_state(const QueueEnd& end) {
  empty_counter(end.counter);
  if (is_full(*end.queue)) {
    add_to_counter(end.counter, kNotWritable);
  } else if (end.queue->messages.size() != 0) {
    add_to_counter(end.counter, 1);
  }
}

void changed(Queue& queue) {
  for (const QueueEnd* end : queue.ends) show_state(*end);
}

char* buffer_for(Queue& queue) {
  if (queue.spare.size() == 0) return static_cast<char*>(arena_allocate(static_cast<std::size_t>(queue.most_bytes)));
  char* buffer = queue.spare[queue.spare.size() - 1];
  queue.spare.remove(queue.spare.size() - 1);
  return buffer;
}

// After those of its own priority and above.
void put(Queue& queue, const char* text, std::size_t bytes, unsigned priority) {
  std::size_t at = 0;
  while (at < queue.messages.size() && queue.messages[at].priority >= priority) ++at;
  char* copy = buffer_for(queue);
  memcpy(copy, text, bytes);
  queue.messages.insert(at, {priority, bytes, copy});
  changed(queue);
}

Message take_first(Queue& queue) {
  const Message message = queue.messages[0];
  queue.messages.remove(0);
  queue.spare.push(message.text);
  changed(queue);
  return message;
}

// A message has come to an empty queue and nobody waits for it.
void notify(Queue& queue, std::uintptr_t site) {
  queue.notifies = false;
  const sigevent& notice = queue.notice;
  if (notice.sigev_notify == SIGEV_SIGNAL) {
    siginfo_t info = signal_from_here(notice.sigev_signo, SI_MESGQ);
    info.si_value = notice.sigev_value;
    post_process_signal(info, site);
    if (signals_are_chosen()) note_other_ways();
  } else if (notice.sigev_notify == SIGEV_THREAD) {
    auto* routine = reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(notice.sigev_notify_function));
    start_timer_thread(&queue, *runtime.current, routine, notice.sigev_value.sival_ptr);
  }
}

// Without the slash it must begin with. Null, with the error: no name.
const char* name_in(const char* name, long& error) {
  const bool has_slash = name[0] == '/';
  if (has_slash) ++name;
  error = !has_slash                     ? -EINVAL
          : *name == 0                   ? -ENOENT
          : strchr(name, '/') != nullptr ? -EACCES
          : strlen(name) > NAME_MAX      ? -ENAMETOOLONG
                                         : 0;
  return error == 0 ? name : nullptr;
}

bool valid(const mq_attr& wanted) {
  return wanted.mq_maxmsg > 0 && wanted.mq_msgsize > 0 && wanted.mq_maxmsg <= kMostMessages &&
         wanted.mq_msgsize <= kMostBytes;
}

Queue* create(const char* name, const mq_attr* wanted) {
  Queue* queue = arena_new<Queue>();
  strcpy(queue->name, name);
  queue->linked = true;
  queue->most = wanted != nullptr ? wanted->mq_maxmsg : kPresetMessages;
  queue->most_bytes = wanted != nullptr ? wanted->mq_msgsize : kPresetBytes;
  all.push(queue);
  return queue;
}

// The queue to open, or an error.
long find_or_create(const char* given, int flags, const mq_attr* wanted, Queue*& queue) {
  long error = 0;
  const char* name = name_in(given, error);
  if (name == nullptr) return error;
  queue = find(name);
  if (queue != nullptr && (flags & O_CREAT) != 0 && (flags & O_EXCL) != 0) return -EEXIST;
  if (queue == nullptr && (flags & O_CREAT) == 0) return -ENOENT;
  if (queue == nullptr && wanted != nullptr && !valid(*wanted)) return -EINVAL;
  if (queue == nullptr) queue = create(name, wanted);
  return 0;
}

int open_queue(const char* name, int flags, const mq_attr* wanted, std::uintptr_t site) {
  Queue* queue = nullptr;
  const int number = open_one(SLEAVE_DESCRIPTOR_queue, site, [&] {
    const long error = find_or_create(name, flags, wanted, queue);
    // Always closed by exec, as all message queues are.
    return error != 0 ? error : raw_call(__NR_eventfd2, 0, O_CLOEXEC | (flags & O_NONBLOCK));
  });
  if (number < 0) return number;
  Opened* what = opened(number);
  auto* end = arena_new<QueueEnd>();
  *end = {queue, own_number_of(number), (flags & O_ACCMODE) != O_WRONLY, (flags & O_ACCMODE) != O_RDONLY};
  if (queue->label == nullptr) queue->label = what->name;
  what->name = queue->label;
  what->queue = end;
  queue->ends.push(end);
  show_state(*end);
  return number;
}

QueueEnd* end_of(int descriptor) {
  const Opened* what = known_descriptor(descriptor);
  return what != nullptr ? what->queue : nullptr;
}

bool has_message(const Awaited& awaited) { return static_cast<const Queue*>(awaited.details)->messages.size() != 0; }
bool has_room(const Awaited& awaited) { return !is_full(*static_cast<const Queue*>(awaited.details)); }

// Waits unless the descriptor is non-blocking. 0, or the error.
long wait_until(Operation& operation, int descriptor, Queue& queue, bool (*possible)(const Awaited&),
                std::uint64_t deadline) {
  Awaited awaited = {possible, -1, 0, 0, &queue, nullptr};
  if (is_nonblocking(descriptor)) {
    operation.go();
    return possible(awaited) ? 0 : -EAGAIN;
  }
  if (operation.wait_for(awaited, deadline)) return 0;
  return runtime.current->interrupted ? -EINTR : -ETIMEDOUT;
}

long gave_up(Operation& operation, long error) { return operation.finish_wait(error, error == -ETIMEDOUT); }

int failed_with(int error) {
  errno = error;
  return -1;
}

int send_message(int descriptor, const char* text, std::size_t bytes, unsigned priority, std::uint64_t deadline,
                 std::uintptr_t site) {
  QueueEnd* end = end_of(descriptor);
  if (priority >= kPriorities) return failed_with(EINVAL);
  if (end == nullptr || !end->sends) return failed_with(EBADF);
  Queue& queue = *end->queue;
  if (bytes > static_cast<std::size_t>(queue.most_bytes)) return failed_with(EMSGSIZE);
  const iovec part = {const_cast<char*>(text), bytes};
  buffers_read(&part, 1, site);
  Operation operation(SLEAVE_EV_descriptor_write, descriptor, site);
  const long error = wait_until(operation, descriptor, queue, has_room, deadline);
  if (error != 0) return static_cast<int>(gave_up(operation, error));
  const bool noticed = queue.notifies && queue.messages.size() == 0 && queue.receivers == 0;
  put(queue, text, bytes, priority);
  if (noticed) notify(queue, site);
  operation.finish(1);
  take_due_signals(site);
  return 0;
}

long receive_message(int descriptor, char* text, std::size_t room, unsigned* priority, std::uint64_t deadline,
                     std::uintptr_t site) {
  QueueEnd* end = end_of(descriptor);
  if (end == nullptr || !end->receives) return failed_with(EBADF);
  Queue& queue = *end->queue;
  if (room < static_cast<std::size_t>(queue.most_bytes)) return failed_with(EMSGSIZE);
  Operation operation(SLEAVE_EV_descriptor_read, descriptor, site);
  ++queue.receivers;
  const long error = wait_until(operation, descriptor, queue, has_message, deadline);
  --queue.receivers;
  if (error != 0) return gave_up(operation, error);
  const Message message = take_first(queue);
  memcpy(text, message.text, message.bytes);
  if (priority != nullptr) *priority = message.priority;
  operation.finish(message.bytes != 0 ? static_cast<long>(message.bytes) : 1);
  const iovec part = {text, message.bytes};
  buffers_filled(&part, 1, static_cast<long>(message.bytes), site);
  return static_cast<long>(message.bytes);
}

// Null: for ever. False: no time.
bool deadline_of(const timespec* time, std::uint64_t& deadline) {
  deadline = kNoDeadline;
  if (time == nullptr) return true;
  if (!valid_duration(*time)) return false;
  deadline = deadline_at(CLOCK_REALTIME, *time);
  return true;
}

mq_attr attributes_of(int descriptor, const Queue& queue) {
  mq_attr now;
  memset(&now, 0, sizeof now);
  now.mq_flags = is_nonblocking(descriptor) ? O_NONBLOCK : 0;
  now.mq_maxmsg = queue.most;
  now.mq_msgsize = queue.most_bytes;
  now.mq_curmsgs = static_cast<long>(queue.messages.size());
  return now;
}

bool valid_notice(const sigevent& notice) {
  if (notice.sigev_notify == SIGEV_SIGNAL) return valid_signal(notice.sigev_signo);
  return notice.sigev_notify == SIGEV_NONE || notice.sigev_notify == SIGEV_THREAD;
}

long set_notice(Queue& queue, const sigevent* wanted) {
  if (wanted == nullptr) {
    queue.notifies = false;
    return 0;
  }
  if (queue.notifies) return -EBUSY;
  queue.notifies = true;
  queue.notice = *wanted;
  return 0;
}

}  // namespace

void close_queue_end(QueueEnd& end) {
  ArenaArray<QueueEnd*>& ends = end.queue->ends;
  for (std::size_t i = ends.size(); i-- > 0;) {
    if (ends[i] == &end) ends.remove(i);
  }
  raw_call(__NR_close, end.counter);
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT mqd_t mq_open(const char* name, int flags, ...) noexcept {
  va_list list;
  va_start(list, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(list, mode_t) : 0;
  mq_attr* wanted = (flags & O_CREAT) != 0 ? va_arg(list, mq_attr*) : nullptr;
  va_end(list);
  if (!controlled()) return REAL(mq_open)(name, flags, mode, wanted);
  return open_queue(name, flags, wanted, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int mq_close(mqd_t descriptor) noexcept {
  if (!controlled()) return REAL(mq_close)(descriptor);
  return close_descriptor(descriptor, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int mq_unlink(const char* given) noexcept {
  if (!controlled()) return REAL(mq_unlink)(given);
  Operation operation(SLEAVE_EV_descriptor_control, table_name(), SLEAVE_SITE_HERE);
  operation.go();
  long error = 0;
  const char* name = name_in(given, error);
  Queue* queue = name != nullptr ? find(name) : nullptr;
  if (queue == nullptr) return static_cast<int>(operation.finish(error != 0 ? error : -ENOENT));
  queue->linked = false;
  return static_cast<int>(operation.finish(0));
}

SLEAVE_EXPORT int mq_send(mqd_t descriptor, const char* text, std::size_t bytes, unsigned priority) {
  if (!controlled()) return REAL(mq_send)(descriptor, text, bytes, priority);
  return send_message(descriptor, text, bytes, priority, kNoDeadline, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int mq_timedsend(mqd_t descriptor, const char* text, std::size_t bytes, unsigned priority,
                               const timespec* time) {
  if (!controlled()) return REAL(mq_timedsend)(descriptor, text, bytes, priority, time);
  std::uint64_t deadline;
  if (!deadline_of(time, deadline)) return failed_with(EINVAL);
  return send_message(descriptor, text, bytes, priority, deadline, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t mq_receive(mqd_t descriptor, char* text, std::size_t room, unsigned* priority) {
  if (!controlled()) return REAL(mq_receive)(descriptor, text, room, priority);
  return receive_message(descriptor, text, room, priority, kNoDeadline, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t mq_timedreceive(mqd_t descriptor, char* text, std::size_t room, unsigned* priority,
                                      const timespec* time) {
  if (!controlled()) return REAL(mq_timedreceive)(descriptor, text, room, priority, time);
  std::uint64_t deadline;
  if (!deadline_of(time, deadline)) return failed_with(EINVAL);
  return receive_message(descriptor, text, room, priority, deadline, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int mq_getattr(mqd_t descriptor, mq_attr* now) noexcept {
  if (!controlled()) return REAL(mq_getattr)(descriptor, now);
  return inquire(descriptor, SLEAVE_SITE_HERE, [&](int) {
    const QueueEnd* end = end_of(descriptor);
    if (end == nullptr) return -long{EBADF};
    *now = attributes_of(descriptor, *end->queue);
    return 0l;
  });
}

SLEAVE_EXPORT int mq_setattr(mqd_t descriptor, const mq_attr* wanted, mq_attr* before) noexcept {
  if (!controlled()) return REAL(mq_setattr)(descriptor, wanted, before);
  return control(descriptor, SLEAVE_SITE_HERE, [&](int) {
    if ((wanted->mq_flags & ~O_NONBLOCK) != 0) return -long{EINVAL};
    const QueueEnd* end = end_of(descriptor);
    if (end == nullptr) return -long{EBADF};
    if (before != nullptr) *before = attributes_of(descriptor, *end->queue);
    return raw_call(__NR_fcntl, descriptor, F_SETFL, wanted->mq_flags);
  });
}

SLEAVE_EXPORT int mq_notify(mqd_t descriptor, const sigevent* wanted) noexcept {
  if (!controlled()) return REAL(mq_notify)(descriptor, wanted);
  return control(descriptor, SLEAVE_SITE_HERE, [&](int) {
    if (wanted != nullptr && !valid_notice(*wanted)) return -long{EINVAL};
    QueueEnd* end = end_of(descriptor);
    return end != nullptr ? set_notice(*end->queue, wanted) : -long{EBADF};
  });
}

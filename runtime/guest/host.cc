#include "runtime/guest/host.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abi/channel.h"
#include "abi/environment.h"
#include "abi/files.h"
#include "abi/limits.h"
#include "abi/plan.h"
#include "runtime/base/arena.h"
#include "runtime/base/fatal.h"
#include "runtime/base/high_descriptor.h"
#include "runtime/base/outcome.h"
#include "runtime/base/process.h"
#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/base/text.h"
#include "runtime/descriptor/operation.h"
#include "runtime/descriptor/table.h"
#include "runtime/files/overlay.h"
#include "runtime/guest/link.h"
#include "runtime/io/network.h"
#include "runtime/race/happens_before.h"
#include "runtime/record/escape.h"
#include "runtime/sched/scheduler.h"
#include "runtime/signal/actions.h"
#include "runtime/state/clock.h"
#include "runtime/thread/thread.h"

namespace sleave::rt {

namespace {

constexpr std::uint32_t kMostWords = 256;
constexpr std::uint64_t kSpinRepeats = 16;

struct Client {
  std::uint32_t number;
  const void* name;
  int link;
  int process;  // pidfd
  int channel;
  bool started;  // has had its first turn
  bool ended;
  std::uint64_t steps;
  std::uint64_t asked_at;  // used_by_others()
  ToHost state;
};

const char* command_lines;
std::uint32_t alive;
std::uintptr_t start_site() { return reinterpret_cast<std::uintptr_t>(&start_clients) + 1; }

// ---- starting one

// The same under a number that the program does not use.
int high(long descriptor) {
  const long above = raw_call(__NR_fcntl, descriptor, F_DUPFD_CLOEXEC, kFirstHighDescriptor);
  raw_call(__NR_close, descriptor);
  return static_cast<int>(above);
}

// A channel like ours, with a plan for one run: the next thread at random, from a seed of its own.
int make_channel(std::uint32_t number) {
  const int file = high(raw_call(__NR_memfd_create, reinterpret_cast<long>("client"), MFD_CLOEXEC));
  sleave_channel header = *runtime.channel;
  header.isolation = SLEAVE_ISOLATION_exec;
  header.threads = SLEAVE_THREADS_FIBER;
  header.command_fd = header.status_fd = -1;
  header.claimed = header.ready = 0;
  header.plan_count = 1;
  struct {
    sleave_plan plan;
    sleave_plan_thread main;
  } content = {};
  sleave_plan& plan = content.plan;
  plan.magic = SLEAVE_PLAN_MAGIC;
  plan.version = SLEAVE_PLAN_VERSION;
  plan.bytes = sizeof content;
  plan.tail_policy = SLEAVE_POLICY_random;
  plan.tail_seed = number + 1;
  plan.max_events = runtime.plan->max_events;
  plan.quiet_events = runtime.plan->quiet_events;
  plan.hang_cpu_ms = runtime.plan->hang_cpu_ms;
  plan.spin_repeats = kSpinRepeats;
  plan.thread_offset = sizeof plan;
  plan.thread_count = 1;
  content.main = {SLEAVE_NO_THREAD, 0};
  const auto bytes = static_cast<long>(header.packed_offset + header.packed_capacity);
  raw_call(__NR_ftruncate, file, bytes);
  raw_call(__NR_pwrite64, file, reinterpret_cast<long>(&header), sizeof header, 0);
  raw_call(__NR_pwrite64, file, reinterpret_cast<long>(&content), sizeof content,
           static_cast<long>(header.plan_offset));
  return file;
}

int listen_for(std::uint32_t number) {
  sockaddr_un name;
  const socklen_t size = link_name(static_cast<std::uint32_t>(raw_call(__NR_getpid)), number, &name);
  const int listener = high(raw_call(__NR_socket, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  raw_call(__NR_bind, listener, reinterpret_cast<long>(&name), size);
  if (raw_call(__NR_listen, listener, 1) != 0) fatal("cannot listen for a client", static_cast<int>(number));
  return listener;
}

// Entries of the environment that only the client gets.
struct Surroundings {
  char channel[64];
  char host[64];
  char files[64];
};

char** environment_of(const Client& client, Surroundings& own) {
  const auto process = static_cast<std::uint64_t>(raw_call(__NR_getpid));
  Text(own.channel, sizeof own.channel)
      .add(SLEAVE_CHANNEL_VARIABLE "=/proc/")
      .add(process)
      .add("/fd/")
      .add(static_cast<std::uint64_t>(client.channel));
  Text(own.host, sizeof own.host).add(SLEAVE_HOST_VARIABLE "=").add(process).add(":").add(std::uint64_t{client.number});
  Text(own.files, sizeof own.files).add(SLEAVE_FILES_VARIABLE "=").add(uses_overlay() ? "overlay" : "real");
  std::size_t count = 0;
  while (environ[count] != nullptr) ++count;
  auto** all = static_cast<char**>(arena_allocate((count + 5) * sizeof(char*)));
  memcpy(all, environ, count * sizeof(char*));
  static char bind_now[] = SLEAVE_BIND_NOW;
  char* added[] = {own.channel, own.host, own.files, bind_now, nullptr};
  memcpy(all + count, added, sizeof added);
  return all;
}

// The child of a child that is gone: no child of the program, whose wait() does not see it and who gets no signal when
// it ends. Returns a descriptor that is at its end when the client is.
int start_process(char** words, char** environment) {
  int ends[2] = {-1, -1};
  raw_call(__NR_pipe2, reinterpret_cast<long>(ends), O_CLOEXEC);
  const long alive_until = raw_call(__NR_fcntl, ends[0], F_DUPFD_CLOEXEC, kFirstHighDescriptor);
  const long held = raw_call(__NR_fcntl, ends[1], F_DUPFD, kFirstHighDescriptor);
  raw_call(__NR_close, ends[0]);
  raw_call(__NR_close, ends[1]);
  const long between = raw_call(__NR_clone, 0);
  if (between < 0) fatal("cannot fork for a client", static_cast<int>(-between));
  if (between == 0) {
    if (raw_call(__NR_clone, SIGCHLD) == 0) {
      raw_call(__NR_execve, reinterpret_cast<long>(words[0]), reinterpret_cast<long>(words),
               reinterpret_cast<long>(environment));
    }
    raw_exit(0);
  }
  raw_call(__NR_wait4, between, 0, __WALL, 0);
  raw_call(__NR_close, held);
  return static_cast<int>(alive_until);
}

// The process at the other end of the link.
int process_behind(int link) {
  ucred other = {};
  socklen_t size = sizeof other;
  raw_call(__NR_getsockopt, link, SOL_SOCKET, SO_PEERCRED, reinterpret_cast<long>(&other),
           reinterpret_cast<long>(&size));
  return high(raw_call(__NR_pidfd_open, other.pid, 0));
}

bool read_state(Client& client) { return raw_read(client.link, &client.state, sizeof client.state); }

void await_client(Client& client, int listener, int alive_until) {
  pollfd both[2] = {{listener, POLLIN, 0}, {alive_until, POLLIN, 0}};
  raw_call(__NR_poll, reinterpret_cast<long>(both), 2, -1);
  raw_call(__NR_close, alive_until);
  if (both[0].revents == 0)
    fatal("a client did not start; is it built with sleave-cc?", static_cast<int>(client.number));
  client.link = high(raw_call(__NR_accept4, listener, 0, 0, SOCK_CLOEXEC));
  client.process = process_behind(client.link);
  raw_call(__NR_close, listener);
  if (!read_state(client)) fatal("a client ended before its main function", static_cast<int>(client.number));
}

// ---- its turns

// Its sockets may be closed later than the link: all are when the process is gone.
void await_end(const Client& client) {
  pollfd process = {client.process, POLLIN, 0};
  while (raw_call(__NR_poll, reinterpret_cast<long>(&process), 1, -1) == -EINTR) continue;
}

// Calls on descriptors: each of its own steps counts as one.
std::uint64_t used_by_others(const Client& client) { return descriptors_used() - client.steps; }

void send(Client& client, GuestCommand command) {
  client.asked_at = used_by_others(client);
  const ToGuest message = {command, 0, virtual_clock.passed, virtual_clock.worked, client.asked_at};
  client.ended = !raw_write(client.link, &message, sizeof message) || !read_state(client);
  if (client.ended) await_end(client);
}

bool can_continue(const Awaited& awaited) {
  auto& client = *static_cast<Client*>(awaited.details);
  if (!client.started) return somebody_listens();
  if (client.state.can_continue == 0 && client.asked_at != used_by_others(client)) send(client, GuestCommand::look);
  return client.ended || client.state.can_continue != 0;
}

void let_continue(Client& client) {
  client.started = true;
  if (!client.ended) send(client, GuestCommand::continues);
  if (client.ended) return;
  virtual_clock.worked = client.state.worked;
  if (client.state.passed > virtual_clock.passed) clock_advance_to(kClockStart + client.state.passed);
  scheduler.time_passed();
}

// What passed through the client is ordered, whatever it was.
void order_with_client() {
  for (int number = next_known_descriptor(-1); number >= 0; number = next_known_descriptor(number)) {
    const Opened* what = known_descriptor(number);
    if (what->kind == SLEAVE_DESCRIPTOR_socket) hb_through_descriptor(what->name);
  }
}

void step(Client& client) {
  Operation operation(SLEAVE_EV_descriptor_wait, client.name, start_site());
  Awaited awaited = {can_continue, -1, 0, 0, &client, nullptr};
  operation.wait_for(awaited, client.started ? client.state.deadline : kNoDeadline);
  let_continue(client);
  order_with_client();
  others_used_descriptors();
  ++client.steps;
  operation.finish(static_cast<long>(client.state.events));
}

// ---- its end

[[noreturn]] void client_failed(const Client& client, const char* how, const char* message) {
  static char words[SLEAVE_MESSAGE_BYTES];
  Text(words, sizeof words).add("client ").add(std::uint64_t{client.number} + 1).add(how).add(message);
  fail({SLEAVE_FIND_exit_code, words, start_site()});
}

void check_end(const Client& client) {
  sleave_trace* trace = arena_new<sleave_trace>();
  raw_call(__NR_pread64, client.channel, reinterpret_cast<long>(trace), sizeof *trace,
           static_cast<long>(runtime.channel->trace_offset));
  trace->message[SLEAVE_MESSAGE_BYTES - 1] = 0;
  if (trace->outcome == SLEAVE_OUTCOME_failed) client_failed(client, " failed: ", trace->message);
  if (trace->outcome == SLEAVE_OUTCOME_exited && trace->exit_code == 0) return;
  if (trace->outcome != SLEAVE_OUTCOME_exited) client_failed(client, " was ended: ", trace->message);
  if ((runtime.plan->flags & SLEAVE_PLAN_FAIL_ON_EXIT) == 0) return;
  char code[16];
  Text(code, sizeof code).add(static_cast<std::uint64_t>(trace->exit_code & 0xff));
  client_failed(client, " ended with exit status ", code);
}

// A program that does not handle the signal ends here, and well.
void stop_program() {
  if (effects_of(SIGTERM) == Effects::ends_process) _exit(0);
  kill(getpid(), SIGTERM);
}

void* run_client(void* argument) {
  auto& client = *static_cast<Client*>(argument);
  record_escape(SLEAVE_ESCAPE_gap, "a client", 0, start_site());
  while (!client.ended) step(client);
  check_end(client);
  raw_call(__NR_close, client.link);
  raw_call(__NR_close, client.process);
  raw_call(__NR_close, client.channel);
  if (--alive == 0) stop_program();
  return nullptr;
}

void start_client(std::uint32_t number, char** words) {
  Client& client = *arena_new<Client>();
  client.number = number;
  client.name = descriptor_name(SLEAVE_DESCRIPTOR_other, SLEAVE_FIRST_CLIENT + number, 1);
  client.channel = make_channel(number);
  Surroundings own;
  const int listener = listen_for(number);
  await_client(client, listener, start_process(words, environment_of(client, own)));
  ++alive;
  hb_release(client.name);
  start_timer_thread(client.name, scheduler.thread(0), run_client, &client).of_runtime = true;
}

// The words of a command line, without the characters that end them; `text` is left behind it.
char** next_words(const char** text) {
  auto** words = static_cast<char**>(arena_allocate((kMostWords + 1) * sizeof(char*)));
  std::uint32_t count = 0;
  while (**text != 0 && **text != SLEAVE_END_OF_CLIENT) {
    const char* end = strchr(*text, SLEAVE_END_OF_WORD);
    if (end == nullptr || count == kMostWords) fatal("the command line of a client is too long", 0);
    const auto bytes = static_cast<std::size_t>(end - *text);
    words[count] = static_cast<char*>(arena_allocate(bytes + 1));
    memcpy(words[count], *text, bytes);
    words[count++][bytes] = 0;
    *text = end + 1;
  }
  if (**text != 0) ++*text;
  words[count] = nullptr;
  return words;
}

}  // namespace

void note_clients(const char* text) {
  if (*text != 0) command_lines = text;
}

void start_clients() {
  if (command_lines == nullptr) return;
  retire(SLEAVE_RETIREMENT_child);
  close_network();
  const char* text = command_lines;
  for (std::uint32_t number = 0; *text != 0; ++number) start_client(number, next_words(&text));
}

}  // namespace sleave::rt

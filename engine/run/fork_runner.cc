#include "engine/run/fork_runner.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sstream>

#include "engine/base/file.h"
#include "engine/run/orphans.h"
#include "engine/run/watch.h"

namespace sleave {
namespace {

// From exec to the first fork: loading and constructors.
constexpr std::chrono::milliseconds kStartPatience{30'000};

// How often a wait looks whether it has to end.
constexpr std::chrono::milliseconds kTick{50};

bool make_pipe(Descriptor& reader, Descriptor& writer) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  reader = Descriptor(ends[0]);
  writer = Descriptor(ends[1]);
  return true;
}

// Serves as a pipe whose broken end is an error, not a signal.
bool make_socket(Descriptor& reader, Descriptor& writer) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  reader = Descriptor(ends[0]);
  writer = Descriptor(ends[1]);
  return true;
}

pid_t parent_of(pid_t pid) {
  const Result<std::string> text = read_file("/proc/" + std::to_string(pid) + "/stat");
  if (!text || text->rfind(')') == std::string::npos) return 0;
  std::istringstream fields(text->substr(text->rfind(')') + 1));
  char state = 0;
  pid_t parent = 0;
  fields >> state >> parent;
  return parent;
}

}  // namespace

Status ForkRunner::start_server() {
  Descriptor command_reader;
  Descriptor status_writer;
  if (!make_socket(command_reader, command_) || !make_pipe(status_, status_writer)) {
    return Error{Tier::environment, std::string("cannot make a pipe: ") + std::strerror(errno)};
  }
  channel_.offer(isolation_, target_, kCommandDescriptor, kStatusDescriptor);
  Result<Child> child = start(target_, output_, {channel_.descriptor(), command_reader.get(), status_writer.get()});
  if (!child) return child.error();
  server_.emplace(std::move(*child));
  return ok();
}

void ForkRunner::stop_server() {
  server_.reset();
  end_orphans();
  command_.close();
  status_.close();
}

Error ForkRunner::server_died() {
  server_->kill_group();
  const int wait_status = server_->reap();
  const bool started = channel_.ready();
  stop_server();
  if (!started) return not_instrumented(target_, wait_status);
  if (!has_forked_) return died_before_main(target_, wait_status);
  return {Tier::environment, "the fork server of " + target_.program +
                                 " died twice\ntry --isolation=exec, which starts a new process for every run"};
}

// Twice with the same plan: the run does it.
Result<Trace> ForkRunner::after_second_death() {
  const bool by_the_run = channel_.serving();
  const Error why = server_died();
  ++restarts_;
  if (by_the_run) return killed_its_server();
  return why;
}

std::optional<std::int32_t> ForkRunner::answer(std::chrono::milliseconds timeout) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    const Child::Wake wake = server_->wait(std::clamp(left, std::chrono::milliseconds(0), kTick), status_.get());
    if (wake == Child::Wake::data) {
      std::int32_t number = 0;
      const ssize_t got = ::read(status_.get(), &number, sizeof number);  // writes this short arrive whole
      if (got == sizeof number) return number;
      if (got >= 0 || errno != EINTR) return std::nullopt;
    }
    if (wake == Child::Wake::ended || left.count() <= 0 || must_stop()) return std::nullopt;
  }
}

pid_t ForkRunner::own_run(pid_t pid) { return pid > 1 && parent_of(pid) == server_->pid() ? pid : 0; }

void ForkRunner::kill_run(pid_t pid, bool with_server) {
  if (!with_server && own_run(pid) != 0) {
    ::kill(pid, SIGKILL);
  } else {
    server_->kill_group();
  }
}

Result<std::optional<Ending>> ForkRunner::attempt(std::span<const Plan> plans) {
  if (!server_) {
    if (Status started = start_server(); !started) return started.error();
  }
  if (Status begun = channel_.begin_runs(plans); !begun) return begun.error();
  const char command = SLEAVE_COMMAND_RUN;
  if (::send(command_.get(), &command, 1, MSG_NOSIGNAL) != 1) return std::optional<Ending>();
  const std::optional<std::int32_t> pid = answer(kStartPatience);
  if (!pid) return std::optional<Ending>();
  if (*pid <= 0)
    return Error{Tier::environment, target_.program + " cannot fork: the system is short of processes or memory"};
  has_forked_ = true;

  std::optional<std::int32_t> wait_status;
  bool gone = false;
  const auto over = [&](std::chrono::milliseconds tick) {
    const Child::Wake wake = server_->wait(tick, status_.get());
    if (wake == Child::Wake::data) wait_status = answer(tick);
    if (wake == Child::Wake::timeout && is_stopped(server_->pid())) server_->signal(SIGCONT);  // by its run
    gone = wake == Child::Wake::ended || (wake == Child::Wake::data && !wait_status);
    return gone || wait_status.has_value();
  };
  Ending ending = watch({.over = over,
                         .process = [&] { return own_run(*pid); },
                         .kill = [&](bool again) { kill_run(*pid, again); },
                         .must_stop = [this] { return must_stop(); }},
                        channel_, plans.front(), target_.memory_limit);
  if (gone && !ending.killed && !ending.interrupted) return std::optional<Ending>();
  if (gone) stop_server();
  ending.wait_status = wait_status.value_or(0);
  return std::optional<Ending>(ending);
}

Result<Trace> ForkRunner::run(const Plan& plan, Detail detail) {
  const auto died = [this](const Result<std::optional<Ending>>& ending) {
    return ending.ok() && !ending->has_value() && !must_stop();
  };
  Result<std::optional<Ending>> ending = attempt({&plan, 1});
  if (died(ending)) {
    const Error why = server_died();
    if (!channel_.ready()) return why;
    ++restarts_;
    ending = attempt({&plan, 1});
    if (died(ending)) return after_second_death();
  }
  if (!ending) return ending.error();
  if (!*ending) stop_server();
  return settle(collect(channel_, detail), ending->value_or(Ending{.interrupted = true}));
}

Result<std::optional<Trace>> ForkRunner::one_by_one(std::size_t plans) {
  alone_ = plans;
  return std::optional<Trace>();
}

Result<std::optional<Trace>> ForkRunner::run_some(std::span<const Plan> plans, Detail detail, const Seen& seen) {
  if (alone_ > 0 || plans.size() == 1 || isolation_ != SLEAVE_ISOLATION_reset) {
    if (alone_ > 0) --alone_;
    return Runner::run_some(plans, detail, seen);
  }
  const Result<std::optional<Ending>> ending = attempt(plans);
  if (!ending) return ending.error();
  if (!*ending && !must_stop()) {
    server_died();
    return one_by_one(plans.size());
  }
  if (!*ending) stop_server();
  PackedTraces packed(channel_);
  for (std::size_t left = plans.size(); packed.any_left(); --left) {
    if (!packed.next(detail, packed_trace_)) return one_by_one(left);
    if (!seen(packed_trace_)) return std::optional<Trace>();
  }
  return std::optional(settle(collect(channel_, detail), ending->value_or(Ending{.interrupted = true})));
}

}  // namespace sleave

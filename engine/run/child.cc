#include "engine/run/child.h"

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

#include "engine/base/file.h"
#include "engine/run/orphans.h"

namespace sleave {
namespace {

// A stat file of the process table from field 3 on, the state. Field 2, the name in parentheses, may hold anything.
std::istringstream fields_after_name(const std::string& stat) {
  const Result<std::string> text = read_file(stat);
  const std::size_t name_end = text ? text->rfind(')') : std::string::npos;
  return std::istringstream(name_end == std::string::npos ? "" : text->substr(name_end + 1));
}

bool has_ended(pid_t pid) {
  siginfo_t info{};
  const int result = ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT);
  // A child that made us its tracer is also seen when it stops; nobody would ever let it go on.
  const bool stopped = info.si_code == CLD_TRAPPED || info.si_code == CLD_STOPPED;
  if (stopped) ::kill(pid, SIGKILL);
  return (result == 0 && info.si_pid == pid && !stopped) || (result != 0 && errno == ECHILD);
}

}  // namespace

Child::Child(pid_t pid) : pid_(pid), pidfd_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))) {}

Child::Child(Child&& other) noexcept
    : pid_(std::exchange(other.pid_, 0)), pidfd_(std::move(other.pidfd_)), status_(other.status_) {}

Child::~Child() {
  if (pid_ == 0) return;
  kill_group();
  reap();
}

Child::Wake Child::wait(std::chrono::milliseconds timeout, int fd) {
  constexpr std::chrono::milliseconds kWithoutPidfd{2};
  pollfd watched[2] = {{fd, POLLIN, 0}, {pidfd_.get(), POLLIN, 0}};
  const auto patience = pidfd_.valid() ? timeout : std::min(timeout, kWithoutPidfd);
  ::poll(watched, 2, static_cast<int>(patience.count()));
  // What it wrote before it ended comes first. A hang-up alone is no data: the group may outlive its leader's pipe.
  if (fd >= 0 && (watched[0].revents & POLLIN) != 0) return Wake::data;
  return has_ended(pid_) ? Wake::ended : Wake::timeout;
}

int Child::reap() {
  if (pid_ == 0) return status_;
  // The leader is not yet waited for, so its number, which names the group, still belongs to it.
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  kill_group();
  for (;;) {
    const pid_t got = ::waitpid(pid_, &status_, 0);
    if ((got < 0 && errno != EINTR) || (got == pid_ && !WIFSTOPPED(status_))) break;
  }
  forget_child(std::exchange(pid_, 0));
  return status_;
}

void Child::signal(int number) const {
  if (pid_ > 1) ::kill(pid_, number);
}

void Child::kill_group() const {
  if (pid_ <= 1) return;
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
}

std::uint64_t private_memory(pid_t pid) {
  const Result<std::string> text = read_file("/proc/" + std::to_string(pid) + "/statm");
  if (!text) return 0;
  std::istringstream fields(*text);
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  std::uint64_t shared = 0;
  fields >> all >> resident >> shared;
  if (!fields || shared > resident) return 0;
  return (resident - shared) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::chrono::milliseconds processor_time(pid_t pid) {
  std::istringstream fields = fields_after_name("/proc/" + std::to_string(pid) + "/stat");
  std::string skipped;
  for (int field = 3; field < 14; ++field) fields >> skipped;  // user time is field 14, system time 15
  long long user = 0;
  long long system = 0;
  fields >> user >> system;
  const long ticks = ::sysconf(_SC_CLK_TCK);
  return std::chrono::milliseconds(ticks > 0 ? (user + system) * 1000 / ticks : 0);
}

bool is_asleep(pid_t pid) {
  std::error_code error;
  std::filesystem::directory_iterator task("/proc/" + std::to_string(pid) + "/task", error);
  for (; !error && task != std::filesystem::directory_iterator(); task.increment(error)) {
    char state = 0;
    fields_after_name(task->path().string() + "/stat") >> state;
    if (state == 'R') return false;
  }
  return true;
}

bool is_stopped(pid_t pid) {
  char state = 0;
  fields_after_name("/proc/" + std::to_string(pid) + "/stat") >> state;
  return state == 'T' || state == 'Z';
}

}  // namespace sleave

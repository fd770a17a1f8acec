#include "engine/run/orphans.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/base/file.h"

namespace sleave {
namespace {

constexpr int kMark = 1000;  // the highest out-of-memory score
// Rounds of looking for children: a chain of processes, each of which forks before it dies, shows one link a round.
constexpr int kMostRounds = 1000;

std::set<pid_t>& cared_for() {
  static std::set<pid_t> pids;
  return pids;
}

// A child is listed with the thread that became its parent.
std::vector<pid_t> own_children() {
  std::vector<pid_t> pids;
  std::error_code problem;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", problem)) {
    const Result<std::string> text = read_file(task.path().string() + "/children");
    if (!text) continue;
    std::istringstream list(*text);
    for (pid_t pid = 0; list >> pid;) pids.push_back(pid);
  }
  return pids;
}

bool is_marked(pid_t pid) {
  const Result<std::string> text = read_file("/proc/" + std::to_string(pid) + "/oom_score_adj");
  return text && *text == std::to_string(kMark) + "\n";
}

void end(pid_t pid) {
  ::kill(pid, SIGKILL);
  int status = 0;
  for (;;) {
    const pid_t got = ::waitpid(pid, &status, 0);
    if ((got < 0 && errno != EINTR) || (got == pid && !WIFSTOPPED(status))) return;
  }
}

}  // namespace

void inherit_orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }

void mark_as_target() {
  const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  (void)!::write(file, "1000", 4);
  ::close(file);
}

void end_orphans() {
  const std::lock_guard lock(children_mutex());
  bool found = true;
  for (int round = 0; found && round < kMostRounds; ++round) {
    found = false;
    for (const pid_t pid : own_children()) {
      if (cared_for().contains(pid) || !is_marked(pid)) continue;
      end(pid);
      found = true;
    }
  }
}

std::mutex& children_mutex() {
  static std::mutex mutex;
  return mutex;
}

void enter_child(pid_t pid) { cared_for().insert(pid); }

void forget_child(pid_t pid) {
  const std::lock_guard lock(children_mutex());
  cared_for().erase(pid);
}

}  // namespace sleave

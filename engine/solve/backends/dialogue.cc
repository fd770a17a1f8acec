#include "engine/solve/backends/dialogue.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace sleave::solve {
namespace {

// A row of parentheses that is closed again, or a word that has ended. Its length; 0 if there is more to come.
std::size_t expression_length(std::string_view text) {
  int open = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++open;
    if (text[i] == ')' && --open == 0) return i + 1;
    if (open == 0 && text[i] == '\n') return i;
  }
  return 0;
}

constexpr std::size_t kMostHeard = 4u << 20;

}  // namespace

Result<Dialogue> Dialogue::start(const std::vector<std::string>& command) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return Error{Tier::environment, fmt::format("no socket for a solver: {}", std::strerror(errno))};
  Descriptor ours(ends[0]);
  const Descriptor theirs(ends[1]);
  std::vector<std::string> words = command;
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, theirs.get(), 0);
  posix_spawn_file_actions_adddup2(&actions, theirs.get(), 1);
  // A group of its own, to be ended with whatever it has started.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  pid_t pid = 0;
  const int error = posix_spawnp(&pid, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    return Error{Tier::environment,
                 fmt::format("the solver {} cannot be started: {}", command[0], std::strerror(error))};
  return Dialogue(pid, std::move(ours));
}

Dialogue::Dialogue(Dialogue&& other) noexcept
    : pid_(std::exchange(other.pid_, 0)), end_(std::move(other.end_)), received_(std::move(other.received_)) {}

Dialogue::~Dialogue() {
  if (pid_ == 0) return;
  kill(-pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

bool Dialogue::send(std::string_view text, std::chrono::milliseconds patience) {
  while (!text.empty()) {
    const ssize_t sent = ::send(end_.get(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) {
      pollfd ready{.fd = end_.get(), .events = POLLOUT, .revents = 0};
      if (poll(&ready, 1, static_cast<int>(patience.count())) <= 0) return false;
      continue;
    }
    if (sent <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::optional<std::string> Dialogue::receive(std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  for (;;) {
    if (std::optional<std::string> expression = take_expression()) return expression;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0 || received_.size() > kMostHeard || !read_more(left)) return std::nullopt;
  }
}

std::optional<std::string> Dialogue::take_expression() {
  received_.erase(0, std::min(received_.find_first_not_of(" \t\r\n"), received_.size()));
  const std::size_t length = expression_length(received_);
  if (length == 0) return std::nullopt;
  std::string expression = received_.substr(0, length);
  received_.erase(0, length);
  return expression;
}

bool Dialogue::read_more(std::chrono::milliseconds patience) {
  pollfd ready{.fd = end_.get(), .events = POLLIN, .revents = 0};
  if (poll(&ready, 1, static_cast<int>(patience.count())) <= 0) return false;
  char buffer[4096];
  const ssize_t count = read(end_.get(), buffer, sizeof buffer);
  if (count <= 0) return false;
  received_.append(buffer, static_cast<std::size_t>(count));
  return true;
}

}  // namespace sleave::solve

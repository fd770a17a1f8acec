#include "engine/synth/command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "engine/base/descriptor.h"

namespace sleave::synth {
namespace {

// A file without a name, which both can write and read.
Descriptor nameless_file() {
  char path[] = "/tmp/sleave-synth-XXXXXX";
  Descriptor file(::mkostemp(path, O_CLOEXEC));
  if (file.get() >= 0) ::unlink(path);
  return file;
}

std::string content(const Descriptor& file) {
  std::string text;
  char part[65536];
  off_t at = 0;
  for (ssize_t got = 0; (got = ::pread(file.get(), part, sizeof part, at)) > 0; at += got)
    text.append(part, static_cast<std::size_t>(got));
  return text;
}

}  // namespace

Result<Ran> run_command(const std::vector<std::string>& words) {
  const Descriptor output = nameless_file();
  const Descriptor messages = nameless_file();
  if (output.get() < 0 || messages.get() < 0) {
    return Error{Tier::environment, std::string("cannot make a temporary file: ") + std::strerror(errno)};
  }
  std::vector<std::string> copies = words;
  std::vector<char*> argv;
  for (std::string& word : copies) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output.get(), 1);
  posix_spawn_file_actions_adddup2(&actions, messages.get(), 2);
  pid_t pid = 0;
  const int problem = ::posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (problem != 0)
    return Error{Tier::environment, fmt::format("cannot start {}: {}", words[0], std::strerror(problem))};
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return Ran{WIFEXITED(status) ? WEXITSTATUS(status) : 128, content(output), content(messages)};
}

}  // namespace sleave::synth

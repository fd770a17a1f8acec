#include "engine/synth/command.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/base/descriptor.h"

namespace sleave::synth {
namespace {

Error problem() { return {Tier::environment, std::string("cannot keep a file in memory: ") + std::strerror(errno)}; }

Result<Descriptor> file_in_memory(const std::string& bytes) {
  Descriptor file(::memfd_create("sleave-synth", MFD_CLOEXEC));
  if (!file.valid()) return problem();
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t written = ::pwrite(file.get(), bytes.data() + at, bytes.size() - at, static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return problem();
    at += static_cast<std::size_t>(written);
  }
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

Result<Ran> run_command(const std::vector<std::string>& words, const std::string& input) {
  const Result<Descriptor> source = file_in_memory(input);
  if (!source) return source.error();
  const Result<Descriptor> output = file_in_memory("");
  if (!output) return output.error();
  const Result<Descriptor> messages = file_in_memory("");
  if (!messages) return messages.error();
  std::vector<std::string> copies = words;
  std::vector<char*> argv;
  for (std::string& word : copies) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, source->get(), 0);
  posix_spawn_file_actions_adddup2(&actions, output->get(), 1);
  posix_spawn_file_actions_adddup2(&actions, messages->get(), 2);
  pid_t pid = 0;
  const int problem = ::posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (problem != 0)
    return Error{Tier::environment, fmt::format("cannot start {}: {}", words[0], std::strerror(problem))};
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return Ran{WIFEXITED(status) ? WEXITSTATUS(status) : 128, content(*output), content(*messages)};
}

}  // namespace sleave::synth

#include "engine/run/start.h"

#include <fcntl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "abi/channel.h"
#include "abi/environment.h"
#include "abi/files.h"
#include "engine/run/orphans.h"

namespace sleave {
namespace {

constexpr rlim_t kStackBytes = 8u << 20;  // until the runtime sets the program's own (Target::stack_limit)
constexpr int kHighestDescriptor = 1024;

// argv or envp for exec, made before fork because the child must not allocate.
class StringTable {
 public:
  void add(std::string text) { texts_.push_back(std::move(text)); }
  char** pointers() {
    for (std::string& text : texts_) pointers_.push_back(text.data());
    pointers_.push_back(nullptr);
    return pointers_.data();
  }

 private:
  std::vector<std::string> texts_;
  std::vector<char*> pointers_;
};

StringTable arguments_of(const Target& target) {
  StringTable table;
  table.add(target.program);
  for (const std::string& argument : target.arguments) table.add(argument);
  return table;
}

// Before what the user has there, which the program's children get.
std::string preload_of(const Target& target) {
  const char* users = std::getenv("LD_PRELOAD");
  return "LD_PRELOAD=" + target.preload + SLEAVE_END_OF_PRELOADS + (users == nullptr ? "" : users);
}

StringTable environment_of(const Target& target) {
  const std::string channel = std::string(SLEAVE_CHANNEL_VARIABLE) + "=";
  const std::string files = std::string(SLEAVE_FILES_VARIABLE) + "=";
  const std::string clients = std::string(SLEAVE_CLIENTS_VARIABLE) + "=";
  StringTable table;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (!target.preload.empty() && text.starts_with("LD_PRELOAD=")) continue;
    if (!text.starts_with(channel) && !text.starts_with(files) && !text.starts_with(clients)) table.add(*entry);
  }
  table.add(channel + std::to_string(kChannelDescriptor));
  table.add(files + target.files);
  if (!target.clients.empty()) table.add(clients + target.clients);
  if (std::getenv("LD_BIND_NOW") == nullptr) table.add(SLEAVE_BIND_NOW);
  if (!target.preload.empty()) table.add(preload_of(target));
  return table;
}

// From here to the end: only what is allowed between fork and exec of a process with threads.

void limit(__rlimit_resource resource, rlim_t soft) {
  rlimit now{};
  if (getrlimit(resource, &now) != 0) return;
  now.rlim_cur = std::min(soft, now.rlim_max);
  setrlimit(resource, &now);
}

// Two steps, because a source may have one of the final numbers.
int place_descriptors(const Inherited& inherited) {
  const int sources[] = {inherited.channel, inherited.command, inherited.status};
  int above[3] = {-1, -1, -1};
  for (int i = 0; i < 3; ++i) {
    if (sources[i] < 0) continue;
    above[i] = fcntl(sources[i], F_DUPFD_CLOEXEC, kStatusDescriptor + 1);
    if (above[i] < 0) return errno;
  }
  for (int i = 0; i < 3; ++i) {
    if (above[i] >= 0 && dup2(above[i], kChannelDescriptor + i) < 0) return errno;
  }
  return 0;
}

int place_standard_streams(const Target& target, const Output& output) {
  const int input = open(target.input.path.empty() ? "/dev/null" : target.input.path.c_str(), O_RDONLY | O_CLOEXEC);
  if (input < 0 || dup2(input, 0) < 0) return errno;
  if (output.kind == Output::Kind::inherit) return 0;
  const bool file = output.kind == Output::Kind::file;
  const int sink = file ? open(output.path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666)
                        : open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (sink < 0 || dup2(sink, 1) < 0 || dup2(sink, 2) < 0) return errno;
  return 0;
}

void default_signals() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD}) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void become(const Target& target, const Output& output, const Inherited& inherited, pid_t parent,
                         char** argv, char** envp, int report) {
  int problem = 0;
  setpgid(0, 0);
  mark_as_target();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  default_signals();
  if (!target.directory.empty() && chdir(target.directory.c_str()) != 0) problem = errno;
  if (problem == 0) problem = place_standard_streams(target, output);
  if (problem == 0) problem = enter_environment(inherited);
  if (problem == 0) {
    execve(target.program.c_str(), argv, envp);
    problem = errno;
  }
  while (write(report, &problem, sizeof problem) < 0 && errno == EINTR) {
  }
  _exit(127);
}

Error start_error(const Target& target, int problem) {
  const std::string text = "cannot start " + target.program + ": " + std::strerror(problem);
  return {problem == ENOENT || problem == EACCES || problem == ENOEXEC ? Tier::usage : Tier::environment, text};
}

}  // namespace

std::uint64_t own_stack_limit() {
  rlimit now{};
  return getrlimit(RLIMIT_STACK, &now) == 0 ? now.rlim_cur : RLIM_INFINITY;
}

int enter_environment(const Inherited& inherited) {
  limit(RLIMIT_STACK, kStackBytes);
  limit(RLIMIT_CORE, 0);
  // What else the explorer has open must not move the numbers that the target's own calls get.
  close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);
  const int now = personality(0xffffffff);
  if (now == -1 || personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) == -1) return errno;
  return place_descriptors(inherited);
}

Status raise_descriptor_limit() {
  rlimit now{};
  if (getrlimit(RLIMIT_NOFILE, &now) == 0 && now.rlim_cur >= kHighestDescriptor) return ok();
  now.rlim_cur = kHighestDescriptor;
  if (now.rlim_max >= kHighestDescriptor && setrlimit(RLIMIT_NOFILE, &now) == 0) return ok();
  return Error{Tier::environment, "the limit of open files is below 1024\nraise it: ulimit -n 1024"};
}

Result<Child> start(const Target& target, const Output& output, const Inherited& inherited) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return Error{Tier::environment, std::string("cannot make a pipe: ") + std::strerror(errno)};
  const Descriptor reader(ends[0]);
  Descriptor writer(ends[1]);

  StringTable arguments = arguments_of(target);
  StringTable variables = environment_of(target);
  char** argv = arguments.pointers();
  char** envp = variables.pointers();
  const pid_t parent = getpid();
  std::unique_lock entering(children_mutex());
  const pid_t pid = fork();
  if (pid > 0) enter_child(pid);
  if (pid != 0) entering.unlock();
  if (pid < 0) return Error{Tier::environment, std::string("cannot fork: ") + std::strerror(errno)};
  if (pid == 0) become(target, output, inherited, parent, argv, envp, writer.get());

  setpgid(pid, pid);  // here too, so that the group exists whoever comes first
  Child child(pid);
  writer.close();
  int problem = 0;
  ssize_t got = 0;
  while ((got = read(reader.get(), &problem, sizeof problem)) < 0 && errno == EINTR) {
  }
  if (got == sizeof problem) return start_error(target, problem);
  return child;
}

}  // namespace sleave

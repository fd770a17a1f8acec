#include "cli/debugger.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "abi/channel.h"
#include "engine/run/channel.h"
#include "engine/run/start.h"

namespace sleave {
namespace {

std::vector<std::string> gdb_arguments(const Target& target, const std::string& commands) {
  std::vector<std::string> words = {"gdb", "-q"};
  if (!commands.empty()) words.emplace_back("-batch");
  for (const char* command : {"set breakpoint pending on", "handle SIGXCPU SIGPROF nostop noprint pass",
                              "break __sleave_finding_reached", "run"}) {
    words.insert(words.end(), {"-ex", command});
  }
  if (!commands.empty()) words.insert(words.end(), {"-x", commands});
  words.insert(words.end(), {"--args", target.program});
  words.insert(words.end(), target.arguments.begin(), target.arguments.end());
  return words;
}

}  // namespace

Error debug(Target target, Plan plan, const std::string& commands) {
  plan.flags |= SLEAVE_PLAN_STOP_IN_DEBUGGER;
  plan.hang_cpu_ms = 0;  // time stands still in a debugger
  if (Status raised = raise_descriptor_limit(); !raised) return raised.error();
  Result<Channel> channel = Channel::create();
  if (!channel) return channel.error();
  channel->offer(SLEAVE_ISOLATION_exec, SLEAVE_THREADS_NATIVE, -1, -1);
  if (Status begun = channel->begin_runs({&plan, 1}); !begun) return begun.error();

  if (!target.directory.empty() && ::chdir(target.directory.c_str()) != 0) {
    return {Tier::environment, "cannot enter " + target.directory + ": " + std::strerror(errno)};
  }
  if (const int problem = enter_surroundings({.channel = channel->descriptor()}); problem != 0) {
    return {Tier::environment, std::string("cannot prepare the program's surroundings: ") + std::strerror(problem)};
  }
  ::setenv(SLEAVE_CHANNEL_VARIABLE, std::to_string(kChannelDescriptor).c_str(), 1);
  std::vector<std::string> words = gdb_arguments(target, commands);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  ::execvp("gdb", argv.data());
  return {Tier::environment,
          std::string("cannot start gdb: ") + std::strerror(errno) + "\ninstall it: apt install gdb"};
}

}  // namespace sleave

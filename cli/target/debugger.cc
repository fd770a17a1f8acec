#include "cli/target/debugger.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "abi/channel.h"
#include "abi/environment.h"
#include "abi/files.h"
#include "cli/target/debugger_words.h"
#include "cli/target/installation.h"
#include "cli/target/program.h"
#include "cli/target/recording.h"
#include "engine/run/channel.h"
#include "engine/run/start.h"

namespace sleave {
namespace {

struct Tool {
  std::vector<std::string> names;  // of the command; the first that is there
  const char* package;
};

Tool tool_of(Debugger debugger) {
  // What Debian calls lldb is older than the compiler.
  if (debugger == Debugger::lldb) return {{"lldb-19", "lldb"}, "lldb-19"};
  if (debugger == Debugger::rr) return {{"rr"}, "rr"};
  return {{"gdb"}, "gdb"};
}

Result<std::string> find_tool(const Tool& tool) {
  for (const std::string& name : tool.names) {
    if (Result<std::string> path = find_program(name)) return path;
  }
  return Error{Tier::environment, tool.names.front() + " is not installed\ninstall it: apt install " + tool.package};
}

// A debugger that hands no descriptors on to the program lets it open the channel by this name; the process keeps its
// number when it becomes the debugger.
std::string channel_value(Debugger debugger) {
  const std::string number = std::to_string(kChannelDescriptor);
  return debugger == Debugger::lldb ? "/proc/" + std::to_string(::getpid()) + "/fd/" + number : number;
}

Error become(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  ::execv(argv.front(), argv.data());
  return {Tier::environment, "cannot start " + words.front() + ": " + std::strerror(errno)};
}

// Everything that the program inherits through the debugger.
Status enter(const DebugRequest& request, const Channel& channel) {
  const std::string& directory = request.target.directory;
  if (!directory.empty() && ::chdir(directory.c_str()) != 0) {
    return Error{Tier::environment, "cannot enter " + directory + ": " + std::strerror(errno)};
  }
  if (const int problem = enter_environment({.channel = channel.descriptor()}); problem != 0) {
    return Error{Tier::environment,
                 std::string("cannot prepare the program's surroundings: ") + std::strerror(problem)};
  }
  if (const std::string& input = request.target.input.path; !input.empty()) {
    const std::string number = input.substr(input.rfind('/') + 1);
    ::setenv(SLEAVE_INPUT_VARIABLE, ("/proc/" + std::to_string(::getpid()) + "/fd/" + number).c_str(), 1);
    ::fcntl(std::stoi(number), F_SETFD, 0);
  }
  ::setenv(SLEAVE_CHANNEL_VARIABLE, channel_value(request.debugger).c_str(), 1);
  ::setenv(SLEAVE_FILES_VARIABLE, request.target.files.c_str(), 1);
  ::setenv(SLEAVE_CLIENTS_VARIABLE, request.target.clients.c_str(), 1);
  return ok();
}

// Names that hold after the directory has changed.
void make_absolute(DebugRequest& request) {
  std::error_code problem;
  for (std::string* path : {&request.finding, &request.commands}) {
    if (!path->empty()) *path = std::filesystem::absolute(*path, problem).string();
  }
}

}  // namespace

Error debug(DebugRequest request) {
  const Result<std::string> tool = find_tool(tool_of(request.debugger));
  if (!tool) return tool.error();
  if (request.debugger == Debugger::rr) {
    if (const Status able = can_record(*tool); !able) return able.error();
  }
  make_absolute(request);
  const std::string scripts = library_file("debugger").string();

  request.plan.flags |= SLEAVE_PLAN_STOP_IN_DEBUGGER;
  request.plan.hang_cpu_ms = 0;  // time stands still in a debugger
  if (Status raised = raise_descriptor_limit(); !raised) return raised.error();
  Result<Channel> channel = Channel::create();
  if (!channel) return channel.error();
  request.target.threads = SLEAVE_THREADS_NATIVE;
  channel->offer(SLEAVE_ISOLATION_exec, request.target, -1, -1);
  if (Status begun = channel->begin_runs({&request.plan, 1}); !begun) return begun.error();
  if (Status entered = enter(request, *channel); !entered) return entered.error();

  if (request.debugger == Debugger::lldb) return become(lldb_words(*tool, request, scripts));
  if (request.debugger == Debugger::gdb) return become(gdb_words(*tool, request, scripts));
  const Result<std::string> recording = record(*tool, request.target);
  if (!recording) return recording.error();
  return become(rr_words(*tool, request, scripts, *recording));
}

}  // namespace sleave

#include "cli/target/debugger_words.h"

#include "abi/environment.h"
#include "engine/report/lines.h"

namespace sleave {
namespace {

constexpr const char* kLoaded = "__sleave_loaded";
constexpr const char* kStops[] = {"__sleave_finding_reached", "__sleave_step_reached"};

class Commands {
 public:
  Commands(Words& words, const char* option) : words_(words), option_(option) {}
  void add(const std::string& command) { words_.insert(words_.end(), {option_, command}); }

 private:
  Words& words_;
  const char* option_;
};

void add_program(Words& words, const Target& target) {
  words.push_back(target.program);
  words.insert(words.end(), target.arguments.begin(), target.arguments.end());
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

// The runtime as a library: the debugger itself must not get it, nor the shell that starts the program.
std::string preloads(const Target& target) { return "LD_PRELOAD=" + target.preload + SLEAVE_END_OF_PRELOADS; }

// In gdb: `start` brings the program to a place where its variables can be set, `go` on from there.
void add_gdb_commands(Commands& commands, const DebugRequest& request, const std::string& scripts, const char* start,
                      const char* go) {
  commands.add("set breakpoint pending on");
  commands.add("handle SIGXCPU SIGPROF nostop noprint pass");
  if (!scripts.empty()) {
    commands.add("source " + scripts + "/sleave_gdb.py");
    commands.add("sleave report " + request.finding);
  }
  for (const char* stop : kStops) commands.add(std::string("break ") + stop);
  if (!request.target.preload.empty()) {
    commands.add("set exec-wrapper env " + shell_word(preloads(request.target)));
    commands.add(std::string("tbreak ") + kLoaded);
    commands.add("run");
    start = "info program";
    go = "continue";
  }
  if (request.step) {
    commands.add(start);
    commands.add("set var *(unsigned long*)&__sleave_stop_step = " + std::to_string(*request.step));
    commands.add("continue");
  } else {
    commands.add(go);
  }
  if (!scripts.empty()) commands.add("sleave here");
}

}  // namespace

Words gdb_words(const std::string& gdb, const DebugRequest& request, const std::string& scripts) {
  Words words = {gdb, "-q"};
  if (!request.commands.empty()) words.emplace_back("-batch");
  Commands commands(words, "-ex");
  add_gdb_commands(commands, request, scripts, "starti", "run");
  if (!request.commands.empty()) words.insert(words.end(), {"-x", request.commands});
  words.emplace_back("--args");
  add_program(words, request.target);
  return words;
}

Words rr_words(const std::string& rr, const DebugRequest& request, const std::string& scripts,
               const std::string& recording) {
  // The recording stands at the program's first instruction.
  Words words = {rr, "replay", recording, "--", "-q"};
  if (!request.commands.empty()) words.emplace_back("-batch");
  Commands commands(words, "-ex");
  add_gdb_commands(commands, request, scripts, "info program", "continue");
  if (!request.commands.empty()) words.insert(words.end(), {"-x", request.commands});
  return words;
}

Words lldb_words(const std::string& lldb, const DebugRequest& request, const std::string& scripts) {
  Words words = {lldb, "--no-use-colors"};
  if (!request.commands.empty()) words.emplace_back("--batch");
  Commands commands(words, "-o");
  if (!scripts.empty()) {
    commands.add("command script import " + quoted(scripts + "/sleave_lldb.py"));
    commands.add("sleave report " + quoted(request.finding));
  }
  for (const char* stop : kStops) commands.add(std::string("breakpoint set --name ") + stop);
  if (request.target.preload.empty()) {
    commands.add("process launch --stop-at-entry");
  } else {
    commands.add("settings set target.env-vars " + quoted(preloads(request.target)));
    commands.add(std::string("breakpoint set --one-shot true --name ") + kLoaded);
    commands.add("process launch");
  }
  commands.add("process handle --stop false --notify false --pass true SIGXCPU SIGPROF");
  if (request.step) {
    commands.add("expression -- *(unsigned long*)&__sleave_stop_step = " + std::to_string(*request.step));
  }
  commands.add("continue");
  if (!scripts.empty()) commands.add("sleave here");
  if (!request.commands.empty()) words.insert(words.end(), {"--source", request.commands});
  words.emplace_back("--");
  add_program(words, request.target);
  return words;
}

}  // namespace sleave

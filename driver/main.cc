// sleave-cc and sleave-c++: clang with Sleave's configuration file, and nothing else. The name it is called by decides
// the language, as with every compiler driver. All arguments reach clang as they are, so build systems see a clang; but
// for -fsleave-inputs, which makes the pass follow values that depend on the input, and -fsleave-instead-of COMPILER,
// for build systems that put a launcher in front of their compiler.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "driver/link_kind.h"
#include "driver/refused.h"

namespace {

using Arguments = std::vector<std::string>;

constexpr int kUsageError = 2;
constexpr int kEnvironmentError = 3;

struct Compiler {
  const char* driver;
  const char* variable;
  const char* compiler;
  const char* package;
  bool has_pass;  // else it instruments as for ThreadSanitizer, whose interface the runtime has as a library
};

constexpr Compiler kCompilers[] = {
    {"sleave-cc", "SLEAVE_CLANG", SLEAVE_DEFAULT_CLANG, "clang-19", true},
    {"sleave-c++", "SLEAVE_CLANGXX", SLEAVE_DEFAULT_CLANGXX, "clang-19", true},
    {"sleave-gcc", "SLEAVE_GCC", "gcc", "gcc", false},
    {"sleave-g++", "SLEAVE_GXX", "g++", "g++", false},
};

// By the end of the name: a tool chain may put its own name in front.
const Compiler& compilerNamed(std::string_view program) {
  for (const Compiler& compiler : kCompilers) {
    if (program.ends_with(compiler.driver)) return compiler;
  }
  return program.ends_with("++") ? kCompilers[1] : kCompilers[0];
}

std::string commandOf(const Compiler& compiler) {
  const char* chosen = getenv(compiler.variable);
  return chosen && *chosen ? chosen : compiler.compiler;
}

std::string installationPrefix() {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof(path));
  std::string self(path, length > 0 ? static_cast<size_t>(length) : 0);
  std::string directory = self.substr(0, self.rfind('/'));
  return directory.substr(0, directory.rfind('/'));
}

// Undefined hooks are right in a shared library, even if the user's own flags (-Wl,-z,defs) come after the
// configuration file and forbid undefined symbols. The last word wins, and it must not be warned about where nothing is
// linked.
void allowUndefinedHooks(Arguments& arguments) {
  Arguments last_word = {"--start-no-unused-arguments", "-Wl,-z,undefs", "--end-no-unused-arguments"};
  auto end_of_options = std::find(arguments.begin(), arguments.end(), "--");
  arguments.insert(end_of_options, last_word.begin(), last_word.end());
}

const char* configName(sleave::LinkKind kind) {
  switch (kind) {
    case sleave::LinkKind::kExecutable:
      return "/sleave.cfg";
    case sleave::LinkKind::kPart:
      return "/sleave-shared.cfg";
    case sleave::LinkKind::kNothing:
      break;
  }
  return "/sleave-compile.cfg";  // link options would make clang -v link
}

// An installation may keep its libraries in lib/<architecture>; the build tree always has lib/sleave.
std::string libraryFile(const std::string& name) {
  std::string prefix = installationPrefix();
  std::string installed = prefix + "/" SLEAVE_INSTALLED_LIB_DIR + name;
  return access(installed.c_str(), R_OK) == 0 ? installed : prefix + "/lib/sleave" + name;
}

// Ours: clang must not see it. The pass asks the environment, which also reaches link-time optimization.
void takeInputsOption(Arguments& users) {
  if (std::erase(users, "-fsleave-inputs") != 0) setenv("SLEAVE_FOLLOW_INPUTS", "1", 1);
}

// Ours, and first: the compiler that it names is not run.
void takeInsteadOfOption(Arguments& users) {
  if (users.size() >= 2 && users[0] == "-fsleave-instead-of") users.erase(users.begin(), users.begin() + 2);
}

// Last: a program's own main, or one of its libraries, comes before the one of fuzz targets, and its own copies of
// templates, which are instrumented, before those of the part of clients. A call that links nothing says nothing about
// them.
void addArchives(Arguments& call) {
  call.insert(call.end(), {"--start-no-unused-arguments", "-Wl," + libraryFile("/libsleave_client.a"),
                           "-Wl," + libraryFile("/libsleave_fuzz.a"), "--end-no-unused-arguments"});
}

// -O and -g are the user's. Frame pointers, for the stacks of events that are no part of a report. What GCC makes of a
// short copy by its built-in functions comes after the instrumentation; a call is seen.
Arguments sanitizerCall(const std::string& compiler, const Arguments& users) {
  Arguments call = {compiler,
                    "-fsanitize=thread",
                    "-fno-omit-frame-pointer",
                    "-fno-builtin-memcpy",
                    "-fno-builtin-memmove",
                    "-fno-builtin-memset",
                    "-fno-builtin-memcmp",
                    "-isystem",
                    libraryFile("/include")};
  call.insert(call.end(), users.begin(), users.end());
  return call;
}

Arguments compilerCall(const std::string& compiler, const Arguments& users) {
  sleave::LinkKind kind = sleave::linkKind(users);
  Arguments call = {compiler, "--config=" + libraryFile(configName(kind))};
  call.insert(call.end(), users.begin(), users.end());
  if (kind == sleave::LinkKind::kPart) allowUndefinedHooks(call);
  if (kind == sleave::LinkKind::kExecutable) addArchives(call);
  return call;
}

void execute(Arguments& call) {
  std::vector<char*> raw;
  for (std::string& argument : call) raw.push_back(argument.data());
  raw.push_back(nullptr);
  execvp(raw[0], raw.data());
}

}  // namespace

int main(int argc, char** argv) {
  const Compiler& compiler = compilerNamed(argc > 0 ? argv[0] : "");
  const std::string command = commandOf(compiler);
  Arguments users(argv + std::min(argc, 1), argv + argc);
  takeInsteadOfOption(users);
  if (compiler.has_pass) takeInputsOption(users);
  const std::string why = compiler.has_pass ? sleave::refusal(users) : sleave::refusalWithSanitizer(users);
  if (!why.empty()) {
    fprintf(stderr, "%s: %s\n", compiler.driver, why.c_str());
    return kUsageError;
  }
  Arguments call = compiler.has_pass ? compilerCall(command, users) : sanitizerCall(command, users);
  execute(call);
  fprintf(stderr, "%s: cannot run %s: %s; install it (apt install %s) or set %s\n", compiler.driver, command.c_str(),
          strerror(errno), compiler.package, compiler.variable);
  return kEnvironmentError;
}

#include "cli/target/recording.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

#include "abi/environment.h"
#include "engine/base/descriptor.h"
#include "engine/base/file.h"

namespace sleave {
namespace {

namespace fs = std::filesystem;

// The command with its standard error in `log`, if not empty; waits for its end.
Result<bool> ends_well(std::vector<std::string> words, const std::string& log) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child < 0) return Error{Tier::environment, std::string("cannot fork: ") + std::strerror(errno)};
  if (child == 0) {
    if (!log.empty()) {
      const int file = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      ::dup2(file, 1);
      ::dup2(file, 2);
    }
    ::execv(argv.front(), argv.data());
    ::_exit(127);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

Result<std::string> new_folder() {
  std::error_code problem;
  std::string name = (fs::temp_directory_path(problem) / "sleave-rr-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    return Error{Tier::environment, "cannot make a folder in " + name + ": " + std::strerror(errno)};
  }
  return name;
}

// The line in which rr says what is wrong.
std::string complaint_in(const std::string& text) {
  const std::size_t fatal = text.find("[FATAL");
  const std::size_t begin = fatal == std::string::npos ? 0 : fatal;
  return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

Status can_record(const std::string& rr) {
  const Result<std::string> folder = new_folder();
  if (!folder) return folder.error();
  const std::string log = *folder + "/log";
  const Result<bool> well = ends_well({rr, "record", "--output-trace-dir=" + *folder + "/trace", "/bin/true"}, log);
  const Result<std::string> said = read_file(log);
  std::error_code problem;
  fs::remove_all(*folder, problem);
  if (!well) return well.error();
  if (*well) return ok();
  return Error{Tier::environment, "rr cannot record on this machine: " + (said ? complaint_in(*said) : "") +
                                      "\nit needs hardware performance counters, which virtual machines often do not "
                                      "have, and a processor that it knows; --gdb and --lldb need neither"};
}

Result<std::string> record(const std::string& rr, const Target& target) {
  const Result<std::string> folder = new_folder();
  if (!folder) return folder.error();
  const std::string recording = *folder + "/trace";
  std::vector<std::string> words = {rr, "record", "--output-trace-dir=" + recording};
  if (!target.preload.empty()) words.push_back("--env=LD_PRELOAD=" + target.preload + SLEAVE_END_OF_PRELOADS);
  words.push_back(target.program);
  words.insert(words.end(), target.arguments.begin(), target.arguments.end());
  const Result<bool> well = ends_well(std::move(words), "");  // a run that fails as it should does not end well
  if (!well) return well.error();
  std::error_code problem;
  if (fs::exists(recording, problem)) return recording;
  return Error{Tier::environment, "rr recorded nothing"};
}

}  // namespace sleave

#include "engine/farm/explorer/sandbox.h"

#include <algorithm>
#include <filesystem>

#include "engine/farm/bundle/command.h"

namespace sleave::farm {
namespace {

namespace fs = std::filesystem;

// Apart from the program's libraries, which may be of another system.
constexpr const char* kOwnFolder = "/.sleave";

using Words = std::vector<std::string>;

void add(Words& words, std::initializer_list<std::string> more) { words.insert(words.end(), more); }

// This program, its libraries and its loader, below kOwnFolder.
Result<Words> own_files() {
  std::error_code problem;
  const std::string self = fs::read_symlink("/proc/self/exe", problem).string();
  if (problem) return Error{Tier::environment, "cannot read /proc/self/exe: " + problem.message()};
  const Result<Loaded> loaded = loaded_by(self);
  if (!loaded) return loaded.error();
  const std::string own = kOwnFolder;
  Words words = {"--ro-bind", self, own + "/sleave", "--ro-bind", loaded->loader, own + "/loader"};
  for (const std::string& library : loaded->libraries)
    add(words, {"--ro-bind", library, own + "/lib/" + fs::path(library).filename().string()});
  return words;
}

Result<Words> walls(const Surroundings& surroundings) {
  Words words = {"bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--proc", "/proc",
                 "--dev", "/dev",          "--tmpfs",           "/tmp",          "--clearenv"};
  for (const BundledFile& file : surroundings.bundle.files)
    add(words, {"--ro-bind", surroundings.tree + file.path, file.path});
  const Result<Words> own = own_files();
  if (!own) return own.error();
  words.insert(words.end(), own->begin(), own->end());
  add(words, {"--dir", surroundings.directory, "--remount-ro", "/", "--chdir", surroundings.directory, "--",
              std::string(kOwnFolder) + "/loader", "--library-path", std::string(kOwnFolder) + "/lib",
              std::string(kOwnFolder) + "/sleave"});
  return words;
}

}  // namespace

Result<Sandbox> parse_sandbox(const std::string& text) {
  if (text == "off") return Sandbox::off;
  if (text == "auto") return Sandbox::automatic;
  if (text == "require") return Sandbox::required;
  return Error{Tier::usage, "unknown value '" + text + "'\nuse one of: auto, off, require"};
}

Result<Words> sandboxed(const Surroundings& surroundings, const Words& arguments) {
  Result<Words> words = walls(surroundings);
  if (!words) return words.error();
  Words trial = *words;
  trial.emplace_back("--version");
  const Result<Ended> tried = run_command(trial);
  if (!tried)
    return Error{Tier::environment, "there is no bubblewrap (" + tried.error().message + ")\ninstall bubblewrap"};
  if (tried->code != 0) {
    return Error{Tier::environment,
                 "bubblewrap does not work here: " + tried->output.substr(0, tried->output.find('\n'))};
  }
  words->insert(words->end(), arguments.begin(), arguments.end());
  return words;
}

}  // namespace sleave::farm

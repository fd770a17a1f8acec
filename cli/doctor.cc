// sleave doctor: checks this machine for what Sleave needs, and says how to repair it.
#include <elf.h>
#include <fmt/format.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>

#include "abi/layout.h"
#include "cli/commands.h"
#include "cli/options/options.h"
#include "cli/print/output.h"
#include "cli/print/terminal.h"
#include "cli/target/installation.h"
#include "cli/target/program.h"
#include "engine/base/file.h"
#include "engine/report/lines.h"
#include "engine/run/channel.h"
#include "engine/run/start.h"

namespace sleave {
namespace {

namespace fs = std::filesystem;

enum class Grade { good, weak, bad };  // weak: works, with something missing

struct Diagnosis {
  Grade grade = Grade::good;
  std::string detail;
  std::string fix;
};

constexpr const char* kInstallAll =
    "install all of Sleave: cmake --build --preset tools && cmake --install build/default";

struct Check {
  const char* name;
  Diagnosis (*look)();
};

Diagnosis no_randomization() {
  const int before = personality(0xffffffff);
  if (before != -1 && personality(static_cast<unsigned long>(before) | ADDR_NO_RANDOMIZE) != -1) {
    personality(static_cast<unsigned long>(before));
    return {Grade::good, "can be turned off for targets", ""};
  }
  return {Grade::bad, std::strerror(errno),
          "in a container, allow personality(2): docker run --security-opt seccomp=unconfined"};
}

Diagnosis shared_memory() {
  const Result<Channel> channel = Channel::create();
  if (channel) return {Grade::good, "memfd works", ""};
  return {Grade::bad, channel.error().message,
          "allow memfd_create(2), and raise a limit on address space: ulimit -v unlimited"};
}

Diagnosis open_files() {
  const Status raised = raise_descriptor_limit();
  if (raised) return {Grade::good, "enough", ""};
  return {Grade::bad, "limit below 1024", "ulimit -n 1024"};
}

Diagnosis fs_base() {
  constexpr unsigned long kFsgsbase = 1u << 1;
  if ((getauxval(AT_HWCAP2) & kFsgsbase) != 0) return {Grade::good, "wrfsbase is allowed", ""};
  return {Grade::weak, "the kernel does not allow wrfsbase; fibers switch by system call, which is slower",
          "use Linux 5.9 or newer on a processor with FSGSBASE"};
}

Diagnosis slots() {
  // The whole range at once: a mapping of anything else in it would make addresses differ from run to run.
  constexpr std::size_t kBytes = SLEAVE_SLOT_END - SLEAVE_SLOT_BASE;
  void* wanted = reinterpret_cast<void*>(SLEAVE_SLOT_BASE);
  void* got = mmap(wanted, kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got == wanted) {
    munmap(got, kBytes);
    return {Grade::good, "free", ""};
  }
  if (got != MAP_FAILED) munmap(got, kBytes);
  return {Grade::bad, "the address range of thread slots cannot be reserved",
          "lift a limit on address space: ulimit -v unlimited"};
}

Diagnosis tool(const char* name, Grade without, const char* fix) {
  const Result<std::string> path = find_program(name);
  if (path) return {Grade::good, *path, ""};
  return {without, "not found", fix};
}

Diagnosis compiler() { return tool("clang-19", Grade::bad, "apt install clang-19 lld-19"); }
Diagnosis debugger() { return tool("gdb", Grade::weak, "apt install gdb (only needed for sleave replay --gdb)"); }

Diagnosis installed(const std::string& name) {
  const fs::path path = library_file(name);
  if (!path.empty()) return {Grade::good, path.string(), ""};
  return {Grade::bad, name + " is not in ../lib/sleave next to this command", kInstallAll};
}

Diagnosis pass_plugin() { return installed("SleavePass.so"); }
Diagnosis runtime_archive() { return installed("libsleave_rt.a"); }

Diagnosis driver() {
  std::error_code problem;
  const fs::path self = fs::read_symlink("/proc/self/exe", problem);
  const fs::path path = self.parent_path() / "sleave-c++";
  if (fs::exists(path, problem)) return {Grade::good, path.string(), ""};
  return {Grade::bad, "sleave-c++ is not next to this command", kInstallAll};
}

Diagnosis symbols() { return {Grade::good, "libdw, linked in, reads DWARF", ""}; }

Diagnosis tracing() {
  const Result<std::string> text = read_file("/proc/sys/kernel/yama/ptrace_scope");
  if (!text || text->starts_with("0") || text->starts_with("1"))
    return {Grade::good, "debuggers may trace their children", ""};
  return {Grade::weak, "kernel.yama.ptrace_scope is " + text->substr(0, text->find('\n')),
          "sysctl kernel.yama.ptrace_scope=1 (only needed for sleave replay --gdb)"};
}

constexpr Check kChecks[] = {
    {"address randomization", no_randomization},
    {"shared memory", shared_memory},
    {"open files", open_files},
    {"fs base", fs_base},
    {"thread slots", slots},
    {"clang 19", compiler},
    {"compiler driver", driver},
    {"pass plugin", pass_plugin},
    {"runtime", runtime_archive},
    {"symbolizer", symbols},
    {"gdb", debugger},
    {"ptrace", tracing},
};

std::string mark(Grade grade, bool color) {
  switch (grade) {
    case Grade::good:
      return paint("ok   ", Role::good, color);
    case Grade::weak:
      return paint("weak ", Role::caution, color);
    case Grade::bad:
      return paint("BAD  ", Role::warning, color);
  }
  return "";
}

}  // namespace

int doctor_command(const std::vector<std::string>& arguments) {
  Options options;
  CommandLine line("doctor", options);
  const Result<bool> parsed = line.parse(arguments);
  if (!parsed) return complain(parsed.error());
  if (!*parsed) return exit_clean;
  const Result<TextStyle> style = text_style(options.color);
  if (!style) return complain(line.placed(style.error()));
  bool healthy = true;
  for (const Check& check : kChecks) {
    const Diagnosis found = check.look();
    print_painted(fmt::format("{} {:<22} {}\n", mark(found.grade, style->color), check.name, found.detail));
    if (!found.fix.empty()) print_line("      fix: {}", found.fix);
    healthy = healthy && found.grade != Grade::bad;
  }
  print_line("{}", healthy ? "Sleave can work here." : "Sleave cannot work here yet.");
  return healthy ? exit_clean : static_cast<int>(Tier::environment);
}

}  // namespace sleave

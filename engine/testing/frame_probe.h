// A compiled program that says itself where its local variables are: what it prints is the oracle.
//
// The source uses SEE(expression) where a variable is alive. The program then prints the expression, its address, the
// function, and of every frame up to main the return address and the frame pointer.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "engine/trace/trace.h"

namespace sleave {

constexpr const char* kProbeSource = R"(
#include <cstdio>
#include <cstdint>
extern "C" char __executable_start, etext;
static bool in_program(uintptr_t code) { return code > (uintptr_t)&__executable_start && code < (uintptr_t)&etext; }
__attribute__((noinline)) void see(const char* expression, const char* function, const volatile void* address) {
  const auto base = reinterpret_cast<uintptr_t>(&__executable_start);
  std::printf("%s %s %lx %lx", expression, function, (unsigned long)base, (unsigned long)address);
  auto* frame = static_cast<uintptr_t*>(__builtin_frame_address(0));
  for (; in_program(frame[1]); frame = reinterpret_cast<uintptr_t*>(frame[0]))
    std::printf(" %lx %lx", (unsigned long)(frame[1] - base), (unsigned long)frame[0]);
  std::printf("\n");
}
#define SEE(expression) see(#expression, __func__, &(expression))
)";

struct Probe {
  std::string expression, function;
  std::uint64_t address = 0;
  std::vector<std::uint64_t> sites, frames;  // innermost first; the frame `i` is of the function that has site `i`
};

class ProbedProgram {
 public:
  // Compiles and runs; `probes` is empty if that does not work.
  ProbedProgram(const std::string& source, const std::string& compiler_and_flags) {
    std::string pattern = (std::filesystem::temp_directory_path() / "sleave-probe-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) return;
    folder_ = pattern;
    std::ofstream(folder_ / "probe.h") << kProbeSource;
    std::ofstream(folder_ / "probed.cc") << source;
    const std::string command = "cd '" + folder_.string() + "' && " + compiler_and_flags +
                                " -fno-omit-frame-pointer probed.cc -o probed 2>&1 && ./probed";
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::array<char, 4096> line;
    while (pipe && fgets(line.data(), line.size(), pipe.get()) != nullptr) add(line.data());
  }
  ~ProbedProgram() { std::filesystem::remove_all(folder_); }
  ProbedProgram(const ProbedProgram&) = delete;
  ProbedProgram& operator=(const ProbedProgram&) = delete;

  [[nodiscard]] sleave_trace_module module() const {
    sleave_trace_module module{};
    module.base = base_;
    std::strncpy(module.path, (folder_ / "probed").c_str(), sizeof module.path - 1);
    return module;
  }

  std::vector<Probe> probes;

 private:
  void add(const char* line) {
    std::stringstream words(line);
    Probe& probe = probes.emplace_back();
    words >> probe.expression >> probe.function >> std::hex >> base_ >> probe.address;
    for (std::uint64_t site = 0, frame = 0; words >> site >> frame;) {
      probe.sites.push_back(site);
      probe.frames.push_back(frame);
    }
  }

  std::filesystem::path folder_;
  std::uint64_t base_ = 0;
};

}  // namespace sleave

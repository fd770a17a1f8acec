// Names of local variables, against what the program prints about itself.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "engine/find/symbols/readable_name.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/testing/frame_probe.h"

namespace sleave {
namespace {

constexpr const char* kProgram = R"(
#include "probe.h"
#include <array>
#include <atomic>
#include <mutex>
struct Item { int key; long values[3]; };
struct Base { std::atomic<int> users; };
struct Wide { alignas(64) int head; alignas(64) std::mutex lock; };
struct Queue : Base { std::mutex lock; Item items[2]; std::array<short, 4> flags; long count; };
static inline __attribute__((always_inline)) int inlined(int n) {
  Item inner{n, {}};  // declares inner
  SEE(inner.values[1]);
  return inner.key;
}
__attribute__((noinline)) int called(Item by_value, int number) {  // declares by_value number
  SEE(by_value.key);
  SEE(number);
  int shared = by_value.key;  // declares shared
  auto twice = [&shared] { SEE(shared); shared *= 2; };
  twice();
  return shared + number;
}
__attribute__((noinline)) void outer(Queue& queue, volatile int* result) {
  SEE(queue.count);
  *result = *result + 1;
}
__attribute__((noinline)) long aligned(int n) {
  Wide wide{};  // declares wide
  volatile long beside = n;  // declares beside
  SEE(wide.lock);
  SEE(wide.head);
  SEE(beside);
  return wide.head + beside;
}
__attribute__((noinline)) long of_variable_size(int n) {
  Wide wide{};  // declares wide
  char* text = static_cast<char*>(__builtin_alloca(n + 9));
  text[n] = 0;
  SEE(wide.lock);
  return wide.head + text[n];
}
int main(int argc, char**) {
  Queue own{};  // declares own
  int left = argc;  // declares left
  SEE(own);
  SEE(own.lock);
  SEE(own.users);
  SEE(own.items[1].values[2]);
  SEE(own.flags[3]);
  SEE(left);
  for (int i = 0; i < 2; ++i) {
    volatile long turn = i;  // declares turn
    SEE(turn);
    left += (int)turn;
  }
  {
    char text[16] = {};  // declares text
    SEE(text[5]);
  }
  left += inlined(left);
  outer(own, &left);
  left += called({left, {}}, left);
  left += static_cast<int>(aligned(left) + of_variable_size(left));
  SEE(left);
  return left == 0;
}
)";

bool exists(const std::string& program) { return std::system(("command -v " + program + " >/dev/null").c_str()) == 0; }

// The last declaration of `name` in the text before the probe's function ends.
std::uint32_t declaration_line(const std::string& name, const std::string& function) {
  std::stringstream lines(kProgram);
  std::string line;
  std::uint32_t found = 0;
  bool inside = false;
  for (std::uint32_t number = 1; std::getline(lines, line); ++number) {
    const std::size_t comment = line.find("// declares");
    inside = inside || line.find(function + "(") != std::string::npos;
    const bool declares =
        comment != std::string::npos && (line + ' ').find(' ' + name + ' ', comment) != std::string::npos;
    if (declares) found = number;
    if (inside && line == "}") break;
  }
  return found;
}

// The program's own view: a reference is named after what it refers to, the whole begins with its first member, and a
// lambda belongs to the function around it.
struct Expected {
  std::string name, function;
};
Expected expected(const Probe& probe) {
  if (probe.expression == "queue.count") return {"own.count", "main"};
  if (probe.expression == "own") return {"own.users", "main"};
  if (probe.expression == "shared") return {"shared", "called"};
  return {probe.expression, probe.function};
}

sleave_location at(std::uint64_t address) { return SLEAVE_LOCATION(SLEAVE_SPACE_SLOT, 10, address); }

// gcc forgets where a parameter is that has to be in memory for its address alone, and aligns frames in its own way.
bool may_be_unknown(const Probe& probe, const std::string& command) {
  const bool aligned = probe.function == "aligned" || probe.function == "of_variable_size";
  return command.starts_with("g++") && (probe.expression == "number" || aligned);
}

void check(const std::string& command) {
  SCOPED_TRACE(command);
  const ProbedProgram program(kProgram, command);
  ASSERT_EQ(program.probes.size(), 19u) << (program.probes.empty() ? "" : program.probes[0].expression);
  Trace trace;
  trace.modules.push_back(program.module());
  Symbolizer symbolizer;
  for (const Probe& probe : program.probes) {
    SCOPED_TRACE(probe.expression + " in " + probe.function);
    const Expected wanted = expected(probe);
    int found = 0;
    ASSERT_FALSE(probe.sites.empty());
    for (std::size_t i = 0; i < probe.sites.size(); ++i) {
      const auto local =
          symbolizer.local(trace, SLEAVE_SITE(0, probe.sites[i]), at(probe.frames[i]), at(probe.address));
      if (!local) continue;
      ++found;
      EXPECT_EQ(local->name + local->member.path, wanted.name);
      EXPECT_EQ(local->member.offset, 0u);
      EXPECT_EQ(short_function(local->function), wanted.function);
      EXPECT_EQ(local->line, declaration_line(local->name, wanted.function));
      EXPECT_EQ(local->file, "probed.cc");
      EXPECT_EQ(local->parameter, local->name == "by_value" || local->name == "number");
      EXPECT_FALSE(symbolizer.local(trace, SLEAVE_SITE(0, probe.sites[i]), at(probe.frames[i]) + (1ull << 47),
                                    at(probe.address)));  // the frame of another thread
    }
    EXPECT_EQ(found, found == 0 && may_be_unknown(probe, command) ? 0 : 1);
  }
}

TEST(DwarfLocals, NamesWhatTheProgramSees) {
  int tried = 0;
  for (const char* compiler : {"clang++-19", "g++-12"}) {
    if (!exists(compiler)) continue;
    for (const char* flags : {" -g -O0", " -g -O1", " -g -O2", " -g -O1 -gdwarf-4 -no-pie"}) {
      check(compiler + std::string(flags));
      ++tried;
    }
  }
  if (tried == 0) GTEST_SKIP() << "neither clang++-19 nor g++-12 is installed";
}

TEST(DwarfLocals, KnowsNothingWithoutDebugInformation) {
  if (!exists("clang++-19")) GTEST_SKIP() << "clang++-19 is not installed";
  const ProbedProgram program(kProgram, "clang++-19 -O1");
  ASSERT_FALSE(program.probes.empty());
  Trace trace;
  trace.modules.push_back(program.module());
  Symbolizer symbolizer;
  for (const Probe& probe : program.probes) {
    for (std::size_t i = 0; i < probe.sites.size(); ++i) {
      EXPECT_FALSE(symbolizer.local(trace, SLEAVE_SITE(0, probe.sites[i]), at(probe.frames[i]), at(probe.address)));
    }
  }
  EXPECT_FALSE(symbolizer.local(trace, SLEAVE_SITE(SLEAVE_SITE_NO_MODULE, 8), at(64), at(32)));
}

}  // namespace
}  // namespace sleave

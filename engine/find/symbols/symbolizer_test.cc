// The oracle is llvm-symbolizer: a small program is compiled here in several ways, and for every instruction address of
// its functions both must name the same functions, files, lines and columns.
#include "engine/find/symbols/symbolizer.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/find/symbols/readable_name.h"

namespace sleave {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = R"(
#include <atomic>
#include <mutex>
#include <vector>
namespace shop {
struct Account { int number; std::mutex lock; long history[4]; };
Account savings;
std::atomic<int> visits;
template <typename T> struct Queue {
  std::vector<T> items;
  inline __attribute__((always_inline)) void push(T value) { items.push_back(value); visits.fetch_add(1); }
  T pop() { T last = items.back(); items.pop_back(); return last; }
};
}
static inline __attribute__((always_inline)) void deposit(shop::Account& account, int sum) {
  std::lock_guard<std::mutex> guard(account.lock);
  account.history[2] += sum;
}
int counted() { static int times; return ++times; }
int main(int argc, char**) {
  shop::Queue<int> queue;
  queue.push(argc);
  deposit(shop::savings, queue.pop());
  auto twice = [&](int n) { return n * 2 + counted(); };
  return twice(argc) + (int)shop::savings.history[2] - 3;
}
)";

std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> part;
  while (pipe && fgets(part.data(), part.size(), pipe.get()) != nullptr) text += part.data();
  return text;
}

bool exists(const char* program) {
  return std::system((std::string("command -v ") + program + " >/dev/null").c_str()) == 0;
}

class SymbolizerTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "sleave-symbolizer-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    std::ofstream(folder / "shop.cc") << kProgram;
  }
  void TearDown() override { fs::remove_all(folder); }

  // Compiles and opens a trace whose only module is the program.
  [[nodiscard]] bool compile(const std::string& compiler_and_flags) {
    const std::string command = "cd '" + folder.string() + "' && " + compiler_and_flags + " shop.cc -o shop 2>&1";
    if (std::system(command.c_str()) != 0) return false;
    trace = {};
    sleave_trace_module module{};
    std::strncpy(module.path, (folder / "shop").c_str(), sizeof module.path - 1);
    trace.modules.push_back(module);
    return true;
  }

  // Address and size of each symbol of these nm types.
  struct Symbol {
    std::uint64_t address, size;
    std::string name;
  };
  [[nodiscard]] std::vector<Symbol> symbols(const char* types) const {
    std::vector<Symbol> result;
    std::stringstream lines(output_of("nm -S --defined-only '" + (folder / "shop").string() + "'"));
    for (std::string line; std::getline(lines, line);) {
      std::stringstream fields(line);
      std::string address, size, type, name;
      if (!(fields >> address >> size >> type >> name) || std::strchr(types, type[0]) == nullptr) continue;
      result.push_back({std::stoull(address, nullptr, 16), std::stoull(size, nullptr, 16), name});
    }
    return result;
  }

  void compare_with_oracle();

  fs::path folder;
  Trace trace;
};

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

void SymbolizerTest::compare_with_oracle() {
  std::ofstream addresses(folder / "addresses");
  for (const Symbol& symbol : symbols("tTwW")) {
    for (std::uint64_t at = symbol.address; at < symbol.address + symbol.size; ++at)
      addresses << "0x" << std::hex << at << '\n';
  }
  addresses.close();
  const std::string command =
      "cd '" + folder.string() +
      "' && llvm-symbolizer-19 --obj=shop --inlines --no-demangle --output-style=JSON < addresses";
  std::stringstream answers(output_of(command));
  Symbolizer symbolizer;
  int compared = 0, different = 0;
  for (std::string line; std::getline(answers, line);) {
    const auto answer = nlohmann::json::parse(line);
    const std::uint64_t address = std::stoull(answer["Address"].get<std::string>(), nullptr, 16);
    const Stack frames = symbolizer.frames(trace, SLEAVE_SITE(0, address), /*exact=*/true);
    const auto& expected = answer["Symbol"];
    if (expected.empty() || expected[0]["Line"] == 0) continue;  // no line: we say more than the oracle on purpose
    ++compared;
    std::string ours, theirs;
    for (const Frame& frame : frames) {
      ours += frame.function + ' ' + base_name(frame.file) + ':' + std::to_string(frame.line) + ':' +
              std::to_string(frame.column) + '\n';
    }
    for (const auto& frame : expected) {
      theirs += readable_name(frame["FunctionName"]) + ' ' + base_name(frame["FileName"]) + ':' +
                std::to_string(frame["Line"].get<int>()) + ':' + std::to_string(frame["Column"].get<int>()) + '\n';
    }
    if (ours != theirs && ++different <= 5)
      ADD_FAILURE() << std::hex << address << "\nours:\n" << ours << "oracle:\n" << theirs;
  }
  EXPECT_GT(compared, 100);
  EXPECT_EQ(different, 0) << "of " << compared;
}

TEST_F(SymbolizerTest, AgreesWithLlvmSymbolizer) {
  if (!exists("llvm-symbolizer-19") || !exists("nm")) GTEST_SKIP() << "llvm-symbolizer-19 or nm is not installed";
  int tried = 0;
  for (const char* compiler :
       {"clang++-19 -g -gdwarf-5 -O1", "clang++-19 -g -gdwarf-4 -O1", "clang++-19 -g -O0 -no-pie",
        "g++-12 -g -gdwarf-5 -O2", "g++-12 -g -gdwarf-4 -O1 -no-pie"}) {
    const std::string command = compiler;
    if (!exists(command.substr(0, command.find(' ')).c_str())) continue;
    SCOPED_TRACE(command);
    ASSERT_TRUE(compile(command));
    compare_with_oracle();
    ++tried;
  }
  if (tried == 0) GTEST_SKIP() << "neither clang++-19 nor g++-12 is installed";
}

TEST_F(SymbolizerTest, NamesVariablesAndTheirMembers) {
  if (!exists("clang++-19") || !exists("nm")) GTEST_SKIP() << "clang++-19 or nm is not installed";
  ASSERT_TRUE(compile("clang++-19 -g -O1"));
  Symbolizer symbolizer;
  const auto name_at = [&](const std::string& symbol, std::uint64_t offset) -> std::string {
    for (const Symbol& found : symbols("bBdD")) {
      if (found.name != symbol) continue;
      const auto variable = symbolizer.variable(trace, 0, found.address + offset);
      return variable ? variable->name + "+" + std::to_string(variable->offset) : "none";
    }
    return "no symbol";
  };
  // Offsets by the x86-64 ABI: int, padding to 8, a mutex of 40 bytes, four longs.
  EXPECT_EQ(name_at("_ZN4shop7savingsE", 0), "shop::savings.number+0");
  EXPECT_EQ(name_at("_ZN4shop7savingsE", 8), "shop::savings.lock+0");
  EXPECT_EQ(name_at("_ZN4shop7savingsE", 12), "shop::savings.lock+4");
  EXPECT_EQ(name_at("_ZN4shop7savingsE", 48 + 16), "shop::savings.history[2]+0");
  EXPECT_EQ(name_at("_ZN4shop7savingsE", 4), "shop::savings+4");  // padding
  EXPECT_EQ(name_at("_ZN4shop6visitsE", 0), "shop::visits+0");
  EXPECT_EQ(name_at("_ZZ7countedvE5times", 0), "counted()::times+0");
}

TEST_F(SymbolizerTest, WorksWithElfSymbolsOnly) {
  if (!exists("clang++-19") || !exists("nm")) GTEST_SKIP() << "clang++-19 or nm is not installed";
  ASSERT_TRUE(compile("clang++-19 -O1"));
  Symbolizer symbolizer;
  for (const Symbol& symbol : symbols("T")) {
    if (symbol.name != "_Z7countedv") continue;
    const Stack frames = symbolizer.frames(trace, SLEAVE_SITE(0, symbol.address + 1));
    ASSERT_EQ(frames.size(), 1u);
    EXPECT_EQ(frames[0].function, "counted()");
    EXPECT_EQ(frames[0].module, "shop");
    EXPECT_EQ(frames[0].line, 0u);
  }
}

TEST_F(SymbolizerTest, WorksWithNothing) {
  trace.modules.emplace_back();
  std::strcpy(trace.modules[0].path, "/nowhere/at/all");
  Symbolizer symbolizer;
  const Stack inside = symbolizer.frames(trace, SLEAVE_SITE(0, 0x1234));
  ASSERT_EQ(inside.size(), 1u);
  EXPECT_EQ(inside[0].function, "");
  EXPECT_EQ(inside[0].module, "all");
  EXPECT_EQ(inside[0].offset, 0x1233u);
  const Stack outside = symbolizer.frames(trace, SLEAVE_SITE(SLEAVE_SITE_NO_MODULE, 8), true);
  ASSERT_EQ(outside.size(), 1u);
  EXPECT_EQ(outside[0].offset, 8u);
  EXPECT_FALSE(symbolizer.variable(trace, 0, 0x10));
  EXPECT_FALSE(symbolizer.variable(trace, 7, 0x10));
}

TEST_F(SymbolizerTest, RefusesAnotherBuildOfTheSameFile) {
  if (!exists("clang++-19")) GTEST_SKIP() << "clang++-19 is not installed";
  ASSERT_TRUE(compile("clang++-19 -g -O1 -Wl,--build-id=sha1"));
  std::memset(trace.modules[0].build_id, 0x5a, sizeof trace.modules[0].build_id);
  trace.modules[0].build_id_bytes = sizeof trace.modules[0].build_id;
  Symbolizer symbolizer;
  const Stack frames = symbolizer.frames(trace, SLEAVE_SITE(0, 0x1000));
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].function, "");
}

}  // namespace
}  // namespace sleave

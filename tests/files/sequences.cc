// Random sequences of file operations, for a comparison with the kernel.
//
//   sequences prepare FOLDER COUNT              makes COUNT equal small trees below FOLDER
//   sequences record FOLDER FIRST COUNT FILE    runs sequences FIRST.. in them, each in its own; what the calls
//                                               returned goes to FILE, a line for each operation
//   sequences check FOLDER FIRST COUNT FILE     does the same and compares; ends with abort() if anything differs
//
// Sequence n is a function of n alone. Recorded natively in one folder and checked under Sleave in another, the lines
// say whether the overlay answers as the kernel does: results, errors, numbers of descriptors, bytes, and after each
// operation the whole tree with its modes, links, sizes, owners, contents, and which names are the same file.
#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>

#include "sequence.h"

namespace {

// Calls take(line) for every operation; false: enough.
template <typename Take>
void run(const std::string& folder, std::uint64_t first, std::uint64_t count, Take take) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string tree = tree_path(folder, i);
    set_base(tree);
    umask(022);
    Sequence sequence(first + i, chdir(tree.c_str()) != 0);
    for (int operation = 0; operation < kOperations; ++operation) {
      const std::string head = number(static_cast<long>(first + i)) + "." + number(operation) + " ";
      if (!take(head + sequence.step())) return;
    }
    sequence.end();
  }
}

int record(const std::string& folder, std::uint64_t first, std::uint64_t count, const char* file) {
  std::ofstream out(file);
  run(folder, first, count, [&](const std::string& line) { return static_cast<bool>(out << line << '\n'); });
  return out ? 0 : 1;
}

// After a difference the rest of its sequence says nothing.
int check(const std::string& folder, std::uint64_t first, std::uint64_t count, const char* file) {
  std::ifstream in(file);
  std::string wrong;
  run(folder, first, count, [&](const std::string& line) {
    std::string expected;
    const std::string sequence = line.substr(0, line.find('.'));
    if ((std::getline(in, expected) && expected == line) || sequence == wrong) return true;
    fprintf(stderr, "kernel  %s\nhere    %s\n", expected.c_str(), line.c_str());
    wrong = sequence;
    return true;
  });
  if (!wrong.empty()) abort();
  return 0;
}

int prepare(const std::string& folder, std::uint64_t count) {
  umask(022);
  for (std::uint64_t i = 0; i < count; ++i) prepare_tree(tree_path(folder, i));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "prepare" && argc == 4) return prepare(argv[2], strtoull(argv[3], nullptr, 10));
  if (argc != 6) return 2;
  const std::uint64_t first = strtoull(argv[3], nullptr, 10);
  const std::uint64_t count = strtoull(argv[4], nullptr, 10);
  if (what == "record") return record(argv[2], first, count, argv[5]);
  return what == "check" ? check(argv[2], first, count, argv[5]) : 2;
}

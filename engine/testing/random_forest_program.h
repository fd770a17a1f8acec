// For tests: random programs, small enough that all their interleavings can be enumerated.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "engine/testing/forest_program.h"

namespace sleave::interference::test {

// Locations 0 and 1 are memory, 10 is a lock, 11 a semaphore.
class Programs {
 public:
  explicit Programs(unsigned seed) : random_(seed) {}

  Program next() {
    Program program;
    program.inputs = random(3) == 0 ? 0 : 1;
    const unsigned workers = 2 + random(2);
    std::vector<Instruction> main;
    if (random(2) != 0) {
      main.push_back({Code::set, 0, small()});
      main.push_back({Code::write, random(2)});
    }
    program.threads.emplace_back();
    for (unsigned i = 0; i < workers; ++i) {
      main.push_back({Code::create, 0, static_cast<std::uint8_t>(i + 1)});
      program.threads.push_back(thread(program, workers == 2 ? 7 : 5));
    }
    const unsigned rest = random(4);
    if (rest == 0) add(program, main, 3);
    if (rest == 1) {
      main.push_back({Code::join, 0, 1});
      add(program, main, 3);
    }
    program.threads[0] = std::move(main);
    return program;
  }

 private:
  unsigned random(unsigned below) { return static_cast<unsigned>(random_() % below); }
  std::uint8_t small() { return static_cast<std::uint8_t>(random(4)); }

  void add_one(const Program& program, std::vector<Instruction>& code) {
    switch (random(program.inputs != 0 ? 13 : 11)) {
      case 0:
      case 1:
        return code.push_back({Code::read, random(2)});
      case 2:
      case 3:
        return code.push_back({Code::write, random(2)});
      case 4:
        return code.push_back({Code::add, random(2), static_cast<std::uint8_t>(1 + random(2))});
      case 5:
        return code.push_back({Code::set, 0, small()});
      case 6:
        return code.push_back({Code::plus, 0, small()});
      case 7:
        return code.push_back({Code::if_below, 0, static_cast<std::uint8_t>(1 + random(4)), 1 + random(2)});
      case 8:
        return code.push_back({Code::if_equal, 0, small(), 1 + random(2)});
      case 9:
        return code.push_back({Code::swap, random(2), small()});
      case 10:
        return code.push_back({Code::pick});
      case 11:
        return code.push_back({Code::input, 0, 0});
      default:
        return code.push_back({Code::mix, 0, 0});
    }
  }

  void add(const Program& program, std::vector<Instruction>& code, unsigned count) {
    for (unsigned i = 0; i < count; ++i) add_one(program, code);
    code.push_back({Code::read, random(2)});
    code.push_back({Code::if_equal, 0, small(), 0});
  }

  std::vector<Instruction> thread(const Program& program, unsigned most) {
    std::vector<Instruction> code;
    const unsigned count = 2 + random(most - 1);
    const unsigned form = random(5);
    if (form == 1) code.push_back({Code::post, 11});
    if (form == 2) code.push_back({Code::wait, 11});
    add(program, code, count);
    if (form == 0 || form == 3) {
      // A locked part, none of whose ends a branch may skip.
      std::vector<Instruction> locked;
      for (unsigned i = 0; i < 2 + random(2); ++i) {
        locked.push_back({random(2) != 0 ? Code::read : Code::write, random(2)});
      }
      locked.insert(locked.begin(), {Code::lock, 10});
      locked.push_back({Code::unlock, 10});
      const bool first = random(2) != 0;
      code.insert(first ? code.begin() : code.end(), locked.begin(), locked.end());
      if (!first) code.push_back({Code::if_below, 0, small(), 0});
    }
    return code;
  }

  std::mt19937 random_;
};

inline std::string text_of(const Program& program) {
  static const char* const kNames[] = {"read", "write", "add",      "swap",     "lock", "unlock",
                                       "post", "wait",  "create",   "join",     "set",  "input",
                                       "plus", "mix",   "if_below", "if_equal", "pick"};
  std::string text;
  for (const auto& thread : program.threads) {
    text += "thread\n";
    for (const Instruction& i : thread) {
      text += std::string("  ") + kNames[static_cast<int>(i.code)] + " x" + std::to_string(i.x) + " " +
              std::to_string(i.a) + " skip " + std::to_string(i.skip) + "\n";
    }
  }
  return text;
}

}  // namespace sleave::interference::test

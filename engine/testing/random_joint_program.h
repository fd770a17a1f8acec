// For tests: random programs with inputs and threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "engine/testing/joint_program.h"

namespace sleave::joint_test {

// Two or three threads of a few visible steps each, which read and write two or three locations and branch upon what
// they find there and upon the inputs.
inline Program random_program(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  Program program;
  program.inputs = 1 + below(2);
  program.bits = program.inputs == 1 ? 4 + below(5) : 3 + below(2);
  const unsigned threads = 2 + below(2);
  const unsigned most = threads == 2 ? 8 : 5;
  for (unsigned i = 0; i < threads; ++i) {
    std::vector<Instruction> code;
    bool held = false;
    for (unsigned k = 0; k < most; ++k) {
      const auto constant = static_cast<std::uint8_t>(below(1u << std::min(program.bits, 4u)));
      const auto number = static_cast<std::uint8_t>(below(program.inputs));
      const std::uint64_t x = below(2) * 2;
      switch (below(12)) {
        case 0:
        case 1:
          code.push_back({Code::read, x});
          break;
        case 2:
        case 3:
          code.push_back({Code::write, x});
          break;
        case 4:
          code.push_back({Code::add, x, static_cast<std::uint8_t>(1 + below(3))});
          break;
        case 5:
          code.push_back({Code::input, 0, number});
          break;
        case 6:
          code.push_back({Code::mix, 0, number});
          break;
        case 7:
          code.push_back({Code::set, 0, constant});
          break;
        case 8:
          code.push_back({Code::if_below, 0, constant, 1 + below(2)});
          break;
        case 9:
          code.push_back({Code::if_equal, 0, constant, 1 + below(2)});
          break;
        case 10:
          if (held) break;
          code.push_back({Code::pick, 0});
          code.push_back({Code::write, x});
          break;
        default:
          code.push_back({held ? Code::unlock : Code::lock, 8});
          held = !held;
      }
    }
    program.threads.push_back(std::move(code));
  }
  // Locks are not skipped, so that only their holder releases them; one that is never released is a deadlock.
  for (std::vector<Instruction>& code : program.threads) {
    for (std::size_t k = 0; k < code.size(); ++k) {
      std::size_t free = 0;
      while (k + free + 1 < code.size() && code[k + free + 1].x != 8) ++free;
      code[k].skip = std::min(code[k].skip, free);
    }
  }
  return program;
}

}  // namespace sleave::joint_test

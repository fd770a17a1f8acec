// Variables: the bytes of a program's inputs by numbers that stay the same from run to run.
//
// A trace numbers the bytes in the order in which its run asked for them, which another schedule changes. Here a byte
// is known by its input's name (abi/trace.h) and its place in that input; numbers are given out as bytes are first
// seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave::expr {

// Values of input bytes by the numbers of Variables; a byte beyond its end is 0.
using Values = std::vector<std::uint8_t>;

class Variables {
 public:
  // An input of any run so far.
  struct Input {
    std::uint64_t name = 0;
    std::string text;                    // cut off as in the trace
    std::vector<std::uint32_t> numbers;  // of its bytes; as many as any run asked for
  };

  // The number of each byte in the trace's section of input bytes; kNone for one that belongs to no input.
  std::vector<std::uint32_t> learn(const Trace& trace);

  [[nodiscard]] std::uint32_t size() const { return size_; }
  // In the order in which they were first seen.
  [[nodiscard]] std::span<const Input> inputs() const { return inputs_; }
  [[nodiscard]] const Input* find(std::uint64_t name) const;

  // What a run had, after learn(): the bytes that it asked for; 0 for all others.
  [[nodiscard]] Values values(const Trace& trace) const;

  // `given`, with all inputs that the run of `trace` asked for as `values` has them: what a plan gives to a run that is
  // to be like that one, with other values. In order of names.
  [[nodiscard]] std::vector<Plan::Input> inputs_with(const std::vector<Plan::Input>& given, const Trace& trace,
                                                     const Values& values) const;

  static constexpr std::uint32_t kNone = 0xffffffff;

 private:
  Input& input_of(const sleave_trace_input& asked);

  std::vector<Input> inputs_;
  std::map<std::uint64_t, std::size_t> places_;  // by name
  std::uint32_t size_ = 0;
};

}  // namespace sleave::expr

#include "engine/expr/variables.h"

namespace sleave::expr {

Variables::Input& Variables::input_of(const sleave_trace_input& asked) {
  const auto [place, fresh] = places_.try_emplace(asked.name, inputs_.size());
  if (fresh) inputs_.push_back({.name = asked.name, .text = asked.text, .numbers = {}});
  Input& input = inputs_[place->second];
  while (input.numbers.size() < asked.bytes) input.numbers.push_back(size_++);
  return input;
}

std::vector<std::uint32_t> Variables::learn(const Trace& trace) {
  std::vector<std::uint32_t> numbers(trace.input_bytes.size(), kNone);
  for (const sleave_trace_input& asked : trace.inputs) {
    const Input& input = input_of(asked);
    for (std::uint32_t i = 0; i < asked.bytes; ++i) numbers[asked.first + i] = input.numbers[i];
  }
  return numbers;
}

const Variables::Input* Variables::find(std::uint64_t name) const {
  const auto place = places_.find(name);
  return place == places_.end() ? nullptr : &inputs_[place->second];
}

Values Variables::values(const Trace& trace) const {
  Values values(size_);
  for (const sleave_trace_input& asked : trace.inputs) {
    const Input* input = find(asked.name);
    if (input == nullptr) continue;
    for (std::uint32_t i = 0; i < asked.bytes && i < input->numbers.size(); ++i) {
      values[input->numbers[i]] = trace.input_bytes[asked.first + i];
    }
  }
  return values;
}

std::vector<Plan::Input> Variables::inputs_with(const std::vector<Plan::Input>& given, const Trace& trace,
                                                const Values& values) const {
  std::map<std::uint64_t, std::vector<std::byte>> all;
  for (const Plan::Input& input : given) all[input.name] = input.bytes;
  for (const sleave_trace_input& asked : trace.inputs) {
    const Input* input = find(asked.name);
    if (input == nullptr) continue;
    std::vector<std::byte>& bytes = all[asked.name];
    bytes.clear();
    for (std::uint32_t i = 0; i < asked.bytes && i < input->numbers.size(); ++i) {
      const std::uint32_t number = input->numbers[i];
      bytes.push_back(number < values.size() ? std::byte{values[number]} : std::byte{0});
    }
  }
  std::vector<Plan::Input> inputs;
  for (auto& [name, bytes] : all) inputs.push_back({.name = name, .bytes = std::move(bytes)});
  return inputs;
}

}  // namespace sleave::expr

// For tests: small programs with inputs and threads, and a machine that runs them one step at a time for a given input,
// with semantics of its own. It tracks input-dependent values as a runtime would, as expressions paired with values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/expr/pool.h"
#include "engine/model/step.h"

namespace sleave::joint_test {

using expr::Expr;
using expr::Op;
using expr::Pool;

// Each thread has one register `r`, a byte.
enum class Code {
  read,      // r = x
  write,     // x = r
  add,       // r = x; x += a
  lock,      // x from 0 to 1, waits
  unlock,    // x = 0
  set,       // r = a
  input,     // r = input number a
  plus,      // r += a
  mix,       // r ^= input number a
  if_below,  // skips the next `skip` instructions unless r < a
  if_equal,  // likewise unless r == a
  pick,      // the next access is at x + (r & 1)
  assume,    // ends the run unless r < a
};

struct Instruction {
  Code code = Code::read;
  std::uint64_t x = 0;
  std::uint8_t a = 0;
  std::size_t skip = 0;
};

struct Program {
  std::vector<std::vector<Instruction>> threads;
  unsigned inputs = 1;
  unsigned bits = 4;  // of each input
};

// A value and, if it depends on the input, what it is.
struct Byte {
  std::uint8_t value = 0;
  std::optional<Expr> expression;
};

struct Branch {
  enum class Kind : std::uint8_t { flip, other, assumption };
  Kind kind = Kind::flip;
  std::uint32_t thread = 0;
  Expr word;
  std::uint8_t value = 0;
};

class Machine {
 public:
  Machine(const Program& program, Pool& pool, const std::vector<std::uint8_t>& input)
      : program_(program), pool_(pool), input_(input), threads_(program.threads.size()) {}

  [[nodiscard]] bool enabled(std::size_t thread) const {
    if (excluded_ || ended(thread)) return false;
    if (!threads_[thread].begun || at(thread).code != Code::lock) return true;
    return value(place(thread)) == 0;
  }
  [[nodiscard]] std::size_t threads() const { return threads_.size(); }
  [[nodiscard]] bool excluded() const { return excluded_; }
  [[nodiscard]] bool ended(std::size_t thread) const {
    return threads_[thread].begun && threads_[thread].at >= program_.threads[thread].size();
  }
  [[nodiscard]] bool complete() const {
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      if (!ended(i)) return false;
    }
    return true;
  }

  // The thread's next visible instruction and what it computes until the one after it. Its first step only begins.
  void run(std::size_t thread) {
    Doing& self = threads_[thread];
    if (!self.begun) {
      self.begun = true;
      self.history += "begin;";
      graph::Step step;
      step.thread = static_cast<std::uint32_t>(thread);
      steps.push_back(step);
    } else {
      steps.push_back(describe(thread));
      execute(thread);
    }
    settle(thread);
  }

  // Its next visible instruction, and where that accesses. It has begun and not ended.
  struct Next {
    Code code;
    std::uint64_t place;
  };
  [[nodiscard]] Next next(std::size_t thread) const { return {at(thread).code, place(thread)}; }

  [[nodiscard]] std::optional<graph::Step> blocked(std::size_t thread) const {
    if (ended(thread) || !threads_[thread].begun) return std::nullopt;
    return describe(thread);
  }

  // Equal for two runs that took the same branches and differ only in the order of independent steps.
  [[nodiscard]] std::string class_name() const {
    std::string text;
    for (const Doing& thread : threads_) text += thread.history + "|";
    for (const auto& [x, writes] : order_) text += std::to_string(x) + ":" + writes;
    return text;
  }

  graph::Steps steps;  // so far; of a branch, `branch` is its number
  std::vector<Branch> branches;

 private:
  struct Doing {
    bool begun = false;
    std::size_t at = 0;
    std::size_t count = 0;
    Byte r;
    std::uint64_t offset = 0;  // by pick
    std::string history;
  };

  [[nodiscard]] const Instruction& at(std::size_t thread) const {
    return program_.threads[thread][threads_[thread].at];
  }
  [[nodiscard]] std::uint64_t place(std::size_t thread) const { return at(thread).x + threads_[thread].offset; }
  [[nodiscard]] std::uint8_t value(std::uint64_t x) const {
    const auto held = memory_.find(x);
    return held == memory_.end() ? 0 : held->second.value;
  }
  Byte input_byte(std::uint8_t number) { return {input_[number], pool_.input(number)}; }
  Expr expression_of(const Byte& byte) { return byte.expression ? *byte.expression : pool_.constant(8, byte.value); }
  Byte combined(Op op, const Byte& a, const Byte& b, std::uint8_t value) {
    if (!a.expression && !b.expression) return {value, std::nullopt};
    return {value, pool_.binary(op, expression_of(a), expression_of(b))};
  }

  void record(std::size_t thread, Branch::Kind kind, Expr word, std::uint8_t value) {
    graph::Step step;
    step.kind = graph::Step::Kind::branch;
    step.thread = static_cast<std::uint32_t>(thread);
    step.branch = static_cast<std::uint32_t>(branches.size());
    branches.push_back({kind, step.thread, word, value});
    steps.push_back(step);
    threads_[thread].history += "?" + std::to_string(value) + ";";
  }

  [[nodiscard]] graph::Step describe(std::size_t thread) const {
    graph::Step step;
    const Instruction& next = at(thread);
    step.thread = static_cast<std::uint32_t>(thread);
    step.location = place(thread);
    step.found = value(step.location);
    step.checked = true;
    switch (next.code) {
      case Code::read:
        step.kind = graph::Step::Kind::read;
        break;
      case Code::write:
        step.kind = graph::Step::Kind::write;
        step.written = threads_[thread].r.value;
        break;
      case Code::unlock:
        step.kind = graph::Step::Kind::write;
        break;
      case Code::lock:
        step.kind = graph::Step::Kind::update;
        step.operation = {graph::Op::lock, 8, 1, 0};
        break;
      default:
        step.kind = graph::Step::Kind::update;
        step.operation = {graph::Op::add, 1, next.a, 0};
    }
    return step;
  }

  void execute(std::size_t thread) {
    Doing& self = threads_[thread];
    const Instruction next = at(thread);
    const std::uint64_t x = place(thread);
    Byte& held = memory_[x];
    self.offset = 0;
    self.history += std::to_string(static_cast<int>(next.code)) + "@" + std::to_string(x);
    if (next.code != Code::write && next.code != Code::unlock) self.history += "<" + writer_[x];
    self.history += ";";
    if (next.code == Code::read) {
      self.r = held;
    } else {
      const Byte old = held;
      if (next.code == Code::write) held = self.r;
      if (next.code == Code::lock) held = {1, std::nullopt};
      if (next.code == Code::unlock) held = {0, std::nullopt};
      if (next.code == Code::add) {
        held = combined(Op::add, old, {next.a, std::nullopt}, static_cast<std::uint8_t>(old.value + next.a));
        self.r = old;
      }
      writer_[x] = std::to_string(thread) + "." + std::to_string(self.count);
      order_[x] += writer_[x] + " ";
    }
    ++self.count;
    ++self.at;
  }

  // Everything up to the next visible instruction.
  void settle(std::size_t thread) {
    Doing& self = threads_[thread];
    while (!excluded_ && !ended(thread)) {
      const Instruction& next = at(thread);
      switch (next.code) {
        case Code::set:
          self.r = {next.a, std::nullopt};
          break;
        case Code::input:
          self.r = input_byte(next.a);
          break;
        case Code::plus:
          self.r = combined(Op::add, self.r, {next.a, std::nullopt}, static_cast<std::uint8_t>(self.r.value + next.a));
          break;
        case Code::mix: {
          const Byte with = input_byte(next.a);
          self.r = combined(Op::bit_xor, self.r, with, static_cast<std::uint8_t>(self.r.value ^ with.value));
          break;
        }
        case Code::if_below:
        case Code::if_equal:
          if (!test(thread, next)) self.at += next.skip;
          break;
        case Code::pick:
          pick(thread);
          break;
        case Code::assume:
          assume(thread, next);
          break;
        default:
          return;
      }
      ++self.at;
    }
  }

  Expr below(const Byte& r, std::uint8_t limit) {
    return pool_.binary(Op::ult, expression_of(r), pool_.constant(8, limit));
  }

  bool test(std::size_t thread, const Instruction& next) {
    const Byte& r = threads_[thread].r;
    const bool is_below = next.code == Code::if_below;
    const bool holds = is_below ? r.value < next.a : r.value == next.a;
    if (!r.expression) return holds;
    const Expr word = is_below ? below(r, next.a) : pool_.binary(Op::equal, *r.expression, pool_.constant(8, next.a));
    record(thread, Branch::Kind::flip, word, holds ? 1 : 0);
    return holds;
  }

  void pick(std::size_t thread) {
    Doing& self = threads_[thread];
    self.offset = self.r.value & 1u;
    if (!self.r.expression) return;
    const Expr word = pool_.binary(Op::bit_and, *self.r.expression, pool_.constant(8, 1));
    record(thread, Branch::Kind::other, word, static_cast<std::uint8_t>(self.offset));
  }

  void assume(std::size_t thread, const Instruction& next) {
    const Byte& r = threads_[thread].r;
    const bool holds = r.value < next.a;
    if (r.expression) record(thread, Branch::Kind::assumption, below(r, next.a), holds ? 1 : 0);
    if (!holds) excluded_ = true;
  }

  const Program& program_;
  Pool& pool_;
  const std::vector<std::uint8_t>& input_;
  std::vector<Doing> threads_;
  std::map<std::uint64_t, Byte> memory_;
  std::map<std::uint64_t, std::string> writer_;
  std::map<std::uint64_t, std::string> order_;
  bool excluded_ = false;
};

// All inputs of a program, each byte with `bits` bits.
inline std::vector<std::vector<std::uint8_t>> all_inputs(const Program& program) {
  std::vector<std::vector<std::uint8_t>> all;
  const unsigned each = 1u << program.bits;
  unsigned count = 1;
  for (unsigned i = 0; i < program.inputs; ++i) count *= each;
  for (unsigned number = 0; number < count; ++number) {
    std::vector<std::uint8_t> input;
    unsigned rest = number;
    for (unsigned i = 0; i < program.inputs; ++i, rest /= each) input.push_back(static_cast<std::uint8_t>(rest % each));
    all.push_back(std::move(input));
  }
  return all;
}

struct Behaviors {
  std::set<std::string> complete;
  std::set<std::string> deadlocked;
  bool too_many = false;
};

// Brute force: every input, every interleaving.
inline Behaviors enumerate(const Program& program, std::size_t most_prefixes) {
  Behaviors all;
  for (const std::vector<std::uint8_t>& input : all_inputs(program)) {
    Pool pool;
    std::set<std::string> seen;
    std::vector<Machine> open;
    open.emplace_back(program, pool, input);
    while (!open.empty()) {
      const Machine machine = open.back();
      open.pop_back();
      bool over = true;
      for (std::size_t thread = 0; thread < machine.threads(); ++thread) {
        if (!machine.enabled(thread)) continue;
        over = false;
        Machine next = machine;
        next.run(thread);
        if (seen.insert(next.class_name()).second) open.push_back(std::move(next));
      }
      if (over && !machine.excluded())
        (machine.complete() ? all.complete : all.deadlocked).insert(machine.class_name());
      if (seen.size() > most_prefixes) {
        all.too_many = true;
        return all;
      }
    }
  }
  return all;
}

}  // namespace sleave::joint_test

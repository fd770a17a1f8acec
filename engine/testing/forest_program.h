// For tests: small programs with threads, inputs and branches, and a machine that runs them one step at a time with
// semantics of its own, following values as expressions over inputs and reads.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/strategy/interference/search.h"

namespace sleave::interference::test {

// Each thread has one register `r`, a byte.
enum class Code {
  read,      // r = x
  write,     // x = r
  add,       // r = x; x += a
  swap,      // if x == a: x = r, r = 1; else r = 0
  lock,      // x from 0 to 1, waits
  unlock,    // x = 0
  post,      // x += 1
  wait,      // x -= 1, waits while it is 0
  create,    // thread a
  join,      // thread a
  set,       // r = a
  input,     // r = input number a
  plus,      // r += a
  mix,       // r ^= input number a
  if_below,  // skips the next `skip` instructions unless r < a
  if_equal,  // likewise unless r == a
  pick,      // the next access to memory is at x + (r & 1)
};

struct Instruction {
  Code code = Code::read;
  std::uint64_t x = 0;
  std::uint8_t a = 0;
  std::size_t skip = 0;
};

struct Program {
  std::vector<std::vector<Instruction>> threads;  // the first is main
  unsigned inputs = 0;
  unsigned bits = 3;  // of each input
};

using Input = std::vector<std::uint8_t>;
using Side = std::pair<std::uint64_t, bool>;

constexpr std::uint32_t kFirstRead = 8;  // the variables before it are inputs
constexpr std::uint32_t kMostReads = 64;

class Machine {
 public:
  Machine(const Program& program, const Input& input, expr::Pool* pool)
      : program_(&program), input_(&input), pool_(pool), threads_(program.threads.size()) {
    threads_[0].created = true;
    run.values.resize(kFirstRead + kMostReads * threads_.size());
    std::copy(input.begin(), input.end(), run.values.begin());
  }

  [[nodiscard]] bool enabled(std::uint32_t thread) const {
    const Doing& self = threads_[thread];
    if (!self.created || self.ended) return false;
    if (!self.begun || self.at >= program_->threads[thread].size()) return true;
    const Instruction& next = program_->threads[thread][self.at];
    if (next.code == Code::lock) return value(next.x) == 0;
    if (next.code == Code::wait) return value(next.x) != 0;
    if (next.code == Code::join) return threads_[next.a].ended;
    return true;
  }

  [[nodiscard]] std::vector<std::uint32_t> enabled() const {
    std::vector<std::uint32_t> ready;
    for (std::uint32_t i = 0; i < threads_.size(); ++i) {
      if (enabled(i)) ready.push_back(i);
    }
    return ready;
  }

  [[nodiscard]] bool is_there(std::uint32_t thread) const {
    return threads_[thread].created && !threads_[thread].ended;
  }

  // The access to memory that comes next.
  struct Access {
    std::uint64_t x = 0;
    std::uint64_t site = 0;
    bool plain = true;
    bool writes = false;
  };
  [[nodiscard]] std::optional<Access> next_access(std::uint32_t thread) const {
    const Doing& self = threads_[thread];
    if (!self.begun || self.ended || self.at >= program_->threads[thread].size()) return std::nullopt;
    const Instruction& next = program_->threads[thread][self.at];
    Access access{.x = next.x + self.offset, .site = std::size_t{thread} * 100 + self.at + 5000};
    switch (next.code) {
      case Code::read:
        return access;
      case Code::write:
        access.writes = true;
        return access;
      case Code::add:
      case Code::swap:
        access.plain = false;
        access.writes = next.code == Code::add || value(access.x) == next.a;
        return access;
      default:
        return std::nullopt;
    }
  }

  void step(std::uint32_t thread) {
    Doing& self = threads_[thread];
    ++self.steps;
    if (!self.begun) {
      self.begun = true;
      emit(thread, Kind::start);
    } else if (self.at >= program_->threads[thread].size()) {
      self.ended = true;
      emit(thread, Kind::end);
      return;
    } else {
      execute(thread);
    }
    settle(thread);
  }

  // The run is over.
  void finish() {
    for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) {
      const Doing& self = threads_[thread];
      if (!self.begun || self.ended) continue;
      const Instruction& next = program_->threads[thread][self.at];
      if (next.code == Code::join) {
        emit(thread, Kind::join).other = next.a;
      } else {
        Machine again = *this;  // it does not continue
        again.operate(thread, next);
        run.events.push_back(again.run.events.back());
      }
      run.waiting.push_back(run.events.back());
      run.events.pop_back();
    }
  }

  [[nodiscard]] std::string state() const {
    std::string text;
    for (const Doing& thread : threads_) {
      text += std::to_string(thread.created) + std::to_string(thread.begun) + std::to_string(thread.ended) + "." +
              std::to_string(thread.at) + "." + std::to_string(thread.r.value) + "." + std::to_string(thread.offset) +
              ".";
    }
    for (const auto& [x, cell] : memory_) {
      text += std::to_string(x) + ":" + std::to_string(cell.value) + "/" + std::to_string(cell.thread) + "/" +
              std::to_string(cell.step) + " ";
    }
    return text;
  }

  Run run;                  // with a pool
  std::vector<Side> sides;  // taken in the last step
  std::size_t interferences = 0;

 private:
  struct Value {
    std::uint8_t value = 0;
    bool follows = false;
    expr::Expr expression{};
  };
  struct Cell {
    std::uint8_t value = 0;
    std::uint32_t thread = 0xffff;  // who wrote it last,
    std::size_t step = 0;           // and when
  };
  struct Doing {
    bool created = false;
    bool begun = false;
    bool ended = false;
    std::size_t at = 0;
    std::size_t steps = 0;
    std::size_t created_at = 0;  // steps of main
    std::uint32_t reads = 0;
    std::uint64_t offset = 0;  // by pick
    Value r;
  };

  [[nodiscard]] std::uint8_t value(std::uint64_t x) const {
    const auto cell = memory_.find(x);
    return cell == memory_.end() ? 0 : cell->second.value;
  }

  expr::Expr expression(const Value& value) {
    return value.follows ? value.expression : pool_->constant(8, value.value);
  }
  Value combined(expr::Op op, const Value& a, const Value& b, std::uint8_t value) {
    const bool follows = a.follows || b.follows;
    if (pool_ == nullptr || !follows) return {value, follows, {}};
    return {value, true, pool_->binary(op, expression(a), expression(b))};
  }
  Value input_value(std::uint8_t number) {
    const auto bits = static_cast<std::uint8_t>((1u << program_->bits) - 1);  // the others do not matter
    const auto value = static_cast<std::uint8_t>((*input_)[number] & bits);
    if (pool_ == nullptr) return {value, true, {}};
    return {value, true, pool_->binary(expr::Op::bit_and, pool_->input(number), pool_->constant(8, bits))};
  }

  Event& emit(std::uint32_t thread, Kind kind) {
    Event event;
    event.kind = kind;
    event.thread = thread;
    run.events.push_back(event);
    return run.events.back();
  }

  // Memory is read: what it holds, by a name of its own.
  Value read(std::uint32_t thread, std::uint64_t x) {
    Doing& self = threads_[thread];
    const auto cell = memory_.find(x);
    Value found{value(x), true, {}};
    if (cell != memory_.end() && cell->second.thread != thread) {
      const bool inherited = cell->second.thread == 0 && cell->second.step < self.created_at;
      if (!inherited) ++interferences;
    }
    const std::uint32_t variable = kFirstRead + thread * kMostReads + self.reads++;
    run.values[variable] = found.value;
    if (pool_ != nullptr) {
      found.expression = pool_->input(variable);
      Event& event = emit(thread, Kind::read);
      event.location = x;
      event.symbol = found.expression;
      mark(event);
    }
    return found;
  }

  void write(std::uint32_t thread, std::uint64_t x, const Value& what, bool glued) {
    memory_[x] = {what.value, thread, threads_[thread].steps};
    if (pool_ == nullptr) return;
    Event& event = emit(thread, Kind::write);
    event.location = x;
    event.value = expression(what);
    event.glued = glued;
    event.point = !glued;
    mark(event);
  }

  void mark(Event& event) const {
    const Access access = *next_access(event.thread);
    event.plain = access.plain;
    event.site = access.site;
  }

  void operate(std::uint32_t thread, const Instruction& next) {
    Event& event = emit(thread, Kind::sync);
    event.location = next.x;
    event.operation.thread = thread;
    event.operation.kind = graph::Step::Kind::update;
    std::uint8_t& state = memory_[next.x].value;
    switch (next.code) {
      case Code::lock:
        event.operation.operation = {graph::Op::lock, 8, 1, 0};
        state = 1;
        break;
      case Code::unlock:
        event.operation.kind = graph::Step::Kind::write;
        state = 0;
        break;
      case Code::post:
        event.operation.operation = {graph::Op::semaphore_post, 8, 0, 0};
        ++state;
        break;
      default:
        event.operation.operation = {graph::Op::semaphore_wait, 8, 0, 0};
        --state;
    }
  }

  void compare_and_swap(std::uint32_t thread, const Instruction& next) {
    Doing& self = threads_[thread];
    const Value old = read(thread, next.x);
    const bool equal = old.value == next.a;
    branch(thread, old, next, 1000, equal);
    if (equal) write(thread, next.x, self.r, true);
    self.r = {static_cast<std::uint8_t>(equal ? 1 : 0), false, {}};
  }

  void execute(std::uint32_t thread) {
    sides.clear();
    Doing& self = threads_[thread];
    Instruction next = program_->threads[thread][self.at];
    const bool accesses = next_access(thread).has_value();
    if (accesses) next.x += self.offset;
    switch (next.code) {
      case Code::read:
        self.r = read(thread, next.x);
        break;
      case Code::write:
        write(thread, next.x, self.r, false);
        break;
      case Code::add: {
        const Value old = read(thread, next.x);
        const Value sum =
            combined(expr::Op::add, old, {next.a, false, {}}, static_cast<std::uint8_t>(old.value + next.a));
        write(thread, next.x, sum, true);
        self.r = old;
        break;
      }
      case Code::swap:
        compare_and_swap(thread, next);
        break;
      case Code::create:
        threads_[next.a].created = true;
        threads_[next.a].created_at = self.steps;
        emit(thread, Kind::create).other = next.a;
        break;
      case Code::join:
        emit(thread, Kind::join).other = next.a;
        break;
      default:
        operate(thread, next);
    }
    if (accesses) self.offset = 0;
    ++self.at;
  }

  void branch(std::uint32_t thread, const Value& looked_at, const Instruction& next, std::uint64_t more, bool holds) {
    const std::uint64_t site = std::size_t{thread} * 100 + threads_[thread].at + more;
    if (!looked_at.follows) return;
    sides.emplace_back(site, holds);
    if (pool_ == nullptr) return;
    const expr::Expr limit = pool_->constant(8, next.a);
    const expr::Op op = next.code == Code::if_below ? expr::Op::ult : expr::Op::equal;
    Event& event = emit(thread, Kind::branch);
    event.point = false;
    event.turns = event.two_ways = event.counts = true;
    event.site = site;
    event.side = holds;
    event.word = pool_->binary(op, looked_at.expression, limit);
    event.held = holds ? event.word : pool_->negation(event.word);
  }

  // Everything up to the next visible instruction.
  void settle(std::uint32_t thread) {
    Doing& self = threads_[thread];
    for (; self.at < program_->threads[thread].size(); ++self.at) {
      const Instruction& next = program_->threads[thread][self.at];
      switch (next.code) {
        case Code::set:
          self.r = {next.a, false, {}};
          break;
        case Code::input:
          self.r = input_value(next.a);
          break;
        case Code::plus:
          self.r =
              combined(expr::Op::add, self.r, {next.a, false, {}}, static_cast<std::uint8_t>(self.r.value + next.a));
          break;
        case Code::mix: {
          const Value with = input_value(next.a);
          self.r = combined(expr::Op::bit_xor, self.r, with, static_cast<std::uint8_t>(self.r.value ^ with.value));
          break;
        }
        case Code::if_below:
        case Code::if_equal: {
          const bool holds = next.code == Code::if_below ? self.r.value < next.a : self.r.value == next.a;
          branch(thread, self.r, next, 0, holds);
          if (!holds) self.at += next.skip;
          break;
        }
        case Code::pick:
          pick(thread);
          break;
        default:
          return;
      }
    }
  }

  // Where an access goes depends on a value: no branch of the program, but another way all the same.
  void pick(std::uint32_t thread) {
    Doing& self = threads_[thread];
    self.offset = self.r.value & 1u;
    if (pool_ == nullptr || !self.r.follows) return;
    Event& event = emit(thread, Kind::branch);
    event.point = false;
    event.turns = true;
    event.site = std::size_t{thread} * 100 + self.at;
    event.word = pool_->binary(expr::Op::bit_and, self.r.expression, pool_->constant(8, 1));
    event.held = pool_->binary(expr::Op::equal, event.word, pool_->constant(8, self.offset));
  }

  const Program* program_;
  const Input* input_;
  expr::Pool* pool_;
  std::vector<Doing> threads_;
  std::map<std::uint64_t, Cell> memory_;
};

// Steps of enabled threads in a random order until none is enabled.
template <typename Random>
void run_to_end(Machine& machine, Random& random) {
  for (auto ready = machine.enabled(); !ready.empty(); ready = machine.enabled()) {
    machine.step(ready[random() % ready.size()]);
  }
}

// First `order`, then `thread` as far as it gets, then the rest. False: a thread of the order was not enabled.
template <typename Random>
bool run_to_end(Machine& machine, const std::vector<std::uint32_t>& order, std::uint32_t thread, Random& random) {
  for (const std::uint32_t next : order) {
    if (!machine.enabled(next)) return false;
    machine.step(next);
  }
  while (machine.enabled(thread)) machine.step(thread);
  run_to_end(machine, random);
  return true;
}

}  // namespace sleave::interference::test

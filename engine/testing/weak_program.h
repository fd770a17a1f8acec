// For tests: small programs of atomic operations with memory orders, and a machine whose memory keeps every store. What
// a load reads and where a store goes is up to the caller.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/model/memory_order.h"
#include "engine/model/step.h"

namespace sleave::graph::test::weak {

// Each thread has one register `r`.
enum class Code {
  read,       // r = x
  write,      // x = a
  write_r,    // x = r + a
  add,        // r = x; x += a
  swap,       // r = x; x = a
  cas,        // r = x; x = b if it is a
  if_equal,   // skips the next instruction unless r == a
  sum,        // s = r
  write_sum,  // x = r + s
  fence,
  lock,   // of an object; waits
  retry,  // x = a if it is r, else waits
  unlock,
};

struct Instruction {
  Code code = Code::read;
  std::uint64_t x = 0;
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  MemoryOrders orders{};
};

using Thread = std::vector<Instruction>;
struct Program {
  std::vector<Thread> threads;
  std::map<std::uint64_t, std::uint64_t> initial{};
  std::vector<std::uint32_t> alike{};  // threads with the same instructions
};

// An event of the machine, named by its thread and place there. An update is one event.
struct Name {
  std::size_t thread = 0;
  std::size_t place = 0;
  auto operator<=>(const Name&) const = default;
};
constexpr Name kInitialStore{~std::size_t{0}, 0};

struct Done {
  Name name;
  bool reads = false;
  bool writes = false;
  bool is_fence = false;
  bool is_object = false;
  MemoryOrder order = MemoryOrder::relaxed;
  std::uint64_t x = 0;
  Name source = kInitialStore;  // what it read
  std::uint64_t value = 0;      // written
};

class Machine {
 public:
  explicit Machine(const Program& program) : program_(&program), threads_(program.threads.size()) {
    for (std::size_t i = 0; i < threads_.size(); ++i) settle(i);
  }

  [[nodiscard]] std::size_t threads() const { return threads_.size(); }
  [[nodiscard]] bool ended(std::size_t thread) const { return threads_[thread].at == code(thread).size(); }
  [[nodiscard]] bool complete() const {
    for (std::size_t i = 0; i < threads(); ++i) {
      if (!ended(i)) return false;
    }
    return true;
  }
  [[nodiscard]] const Instruction& next(std::size_t thread) const { return code(thread)[threads_[thread].at]; }
  [[nodiscard]] bool is_object(std::size_t thread) const {
    return next(thread).code == Code::lock || next(thread).code == Code::unlock;
  }
  [[nodiscard]] bool has_location(std::size_t thread) const { return next(thread).code != Code::fence; }
  [[nodiscard]] bool enabled(std::size_t thread) const {
    return !ended(thread) && can_take(thread, has_location(thread) ? stores(next(thread).x) : 0);
  }
  // Whether the next operation can read the store at `position`, or does not read.
  [[nodiscard]] bool can_take(std::size_t thread, std::size_t position) const {
    const Instruction& instruction = next(thread);
    if (instruction.code == Code::lock) return value_at(instruction.x, position) == 0;
    return instruction.code != Code::retry || value_at(instruction.x, position) == threads_[thread].r;
  }
  // Whether a thread has stopped at a retry: others have the same execution without it.
  [[nodiscard]] bool is_redundant() const {
    for (std::size_t i = 0; i < threads(); ++i) {
      if (!ended(i) && next(i).code == Code::retry) return true;
    }
    return false;
  }

  [[nodiscard]] const std::vector<Name>& modifications(std::uint64_t x) const {
    static const std::vector<Name> none;
    const auto found = modifications_.find(x);
    return found == modifications_.end() ? none : found->second;
  }
  [[nodiscard]] std::size_t stores(std::uint64_t x) const { return modifications(x).size(); }
  [[nodiscard]] const std::vector<Done>& done() const { return done_; }

  // The next operation of the thread reads the store at `position` (0: the initial value) and puts its own behind that
  // many. Of a plain store only the second counts.
  Step run(std::size_t thread, std::size_t position) {
    const Instruction& instruction = next(thread);
    Doing& self = threads_[thread];
    Done done{.name = {thread, self.done++}, .x = instruction.x};
    done.is_fence = instruction.code == Code::fence;
    done.is_object = is_object(thread);
    const std::uint64_t old = done.is_fence ? 0 : value_at(instruction.x, position);
    Step step = step_of(thread, instruction, old);
    const Action action = step.kind == Step::Kind::update ? apply(step.operation, old, 0) : Action();
    done.reads = step.kind == Step::Kind::read || step.kind == Step::Kind::update;
    done.writes = step.kind == Step::Kind::write || action.kind == Action::stores;
    done.order = step.kind == Step::Kind::update && !done.writes ? step.orders.failed : step.orders.order;
    done.value = step.kind == Step::Kind::update ? action.value : step.written;
    if (done.reads) {
      done.source = position == 0 ? kInitialStore : modifications(instruction.x)[position - 1];
      self.r = old;
    }
    if (instruction.code == Code::sum) self.s = self.r;
    if (done.writes) {
      std::vector<Name>& all = modifications_[instruction.x];
      all.insert(all.begin() + static_cast<std::ptrdiff_t>(position), done.name);
      values_[done.name] = done.value;
    }
    done_.push_back(done);
    ++self.at;
    settle(thread);
    return step;
  }

  // What a blocked thread is about to do.
  [[nodiscard]] Step pending(std::size_t thread) const {
    const Instruction& instruction = next(thread);
    return step_of(thread, instruction, value_at(instruction.x, stores(instruction.x)));
  }

  // The same for runs that differ only in the order of events.
  [[nodiscard]] std::string class_name() const { return class_name({}); }

  // The first of the names that exchanges of alike threads give.
  [[nodiscard]] std::string orbit_name() const {
    std::vector<std::uint32_t> exchanged = program_->alike;
    std::string first = class_name();
    while (std::next_permutation(exchanged.begin(), exchanged.end())) {
      std::map<std::size_t, std::size_t> renamed;
      for (std::size_t i = 0; i < exchanged.size(); ++i) renamed[program_->alike[i]] = exchanged[i];
      first = std::min(first, class_name(renamed));
    }
    return first;
  }

  [[nodiscard]] std::string class_name(const std::map<std::size_t, std::size_t>& renamed) const {
    const auto rename = [&](Name name) {
      const auto other = renamed.find(name.thread);
      if (other != renamed.end()) name.thread = other->second;
      return name;
    };
    std::vector<Done> sorted = done_;
    for (Done& done : sorted) {
      done.name = rename(done.name);
      done.source = rename(done.source);
    }
    std::sort(sorted.begin(), sorted.end(), [](const Done& a, const Done& b) { return a.name < b.name; });
    std::string text;
    for (const Done& done : sorted) text += word(done.name) + "<" + (done.reads ? word(done.source) : "") + " ";
    for (const auto& [x, names] : modifications_) {
      text += "| " + std::to_string(x) + ":";
      for (const Name& name : names) text += " " + word(rename(name));
    }
    return text;
  }

 private:
  struct Doing {
    std::size_t at = 0;    // next instruction
    std::size_t done = 0;  // events
    std::uint64_t r = 0;
    std::uint64_t s = 0;
  };

  static std::string word(const Name& name) {
    return name == kInitialStore ? "i" : std::to_string(name.thread) + "." + std::to_string(name.place);
  }

  [[nodiscard]] const Thread& code(std::size_t thread) const { return program_->threads[thread]; }

  [[nodiscard]] std::uint64_t value_at(std::uint64_t x, std::size_t position) const {
    if (position != 0) return values_.at(modifications(x)[position - 1]);
    const auto found = program_->initial.find(x);
    return found == program_->initial.end() ? 0 : found->second;
  }

  // Instructions without effect on memory.
  void settle(std::size_t thread) {
    Doing& self = threads_[thread];
    while (!ended(thread)) {
      const Instruction& instruction = next(thread);
      if (instruction.code == Code::sum) {
        self.s = self.r;
        ++self.at;
      } else if (instruction.code == Code::if_equal) {
        self.at = std::min(self.at + (self.r == instruction.a ? 1 : 2), code(thread).size());
      } else {
        return;
      }
    }
  }

  [[nodiscard]] Step step_of(std::size_t thread, const Instruction& instruction, std::uint64_t old) const {
    Step step;
    step.thread = static_cast<std::uint32_t>(thread);
    step.location = instruction.x;
    step.found = old;
    step.orders = instruction.orders;
    step.kind = Step::Kind::update;
    switch (instruction.code) {
      case Code::fence:
        step.kind = Step::Kind::fence;
        break;
      case Code::read:
        step.kind = Step::Kind::read;
        step.checked = true;
        break;
      case Code::write:
        step.kind = Step::Kind::write;
        step.written = instruction.a;
        break;
      case Code::write_r:
        step.kind = Step::Kind::write;
        step.written = threads_[thread].r + instruction.a;
        break;
      case Code::write_sum:
        step.kind = Step::Kind::write;
        step.written = threads_[thread].r + threads_[thread].s;
        break;
      case Code::unlock:
        step.kind = Step::Kind::write;
        step.written = 0;
        step.is_object = true;
        break;
      case Code::add:
        step.operation = {Op::add, 8, instruction.a, 0};
        break;
      case Code::swap:
        step.operation = {Op::exchange, 8, instruction.a, 0};
        break;
      case Code::cas:
        step.operation = {Op::compare_exchange, 8, instruction.a, instruction.b};
        break;
      case Code::retry:
        step.operation = {Op::retry_exchange, 8, threads_[thread].r, instruction.a};
        break;
      case Code::lock:
        step.operation = {Op::lock, 8, 1, 0};
        step.is_object = true;
        break;
      case Code::if_equal:
      case Code::sum:
        break;
    }
    return step;
  }

  const Program* program_;
  std::vector<Doing> threads_;
  std::map<std::uint64_t, std::vector<Name>> modifications_;
  std::map<Name, std::uint64_t> values_;
  std::vector<Done> done_;
};

}  // namespace sleave::graph::test::weak

// For tests: a machine that runs programs of program.h one step at a time, with semantics of its own. It knows
// nothing of graphs or of the search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/model/step.h"
#include "engine/testing/program.h"
#include "engine/testing/program_step.h"

namespace sleave::graph::test {

class Machine {
 public:
  // A retry of one of `events` that fails is an event, after which its thread stops.
  explicit Machine(const Program& program, std::set<std::uint64_t> events = {})
      : program_(&program), events_(std::move(events)), memory_(program.initial) {
    threads_.resize(program.threads.size());
    for (std::size_t i = 0; i < threads_.size(); ++i) threads_[i].begun = !program.created.contains(i);
  }

  [[nodiscard]] bool enabled(std::size_t thread) const {
    if (!threads_[thread].begun || ended(thread) || failed()) return false;
    const Instruction next = at(thread);
    const std::uint64_t state = value(next.x);
    switch (next.code) {
      case Code::lock:
      case Code::write_lock:
        return state == 0;
      case Code::acquire:
      case Code::opaque_acquire:
        return state > 0;
      case Code::read_lock:
        return state != kMinusOne;
      case Code::retry:
        return (state == threads_[thread].expected || events_.contains(next.x)) && !threads_[thread].stopped;
      case Code::once:
        return state != 1;
      case Code::sleep:
        return threads_[thread].gives_up || !in_list(state, thread);
      case Code::futex_sleep:
        return !in_list(state >> 32 & 0x3f3f3f3f, thread);
      case Code::await:
        return state == next.a && !threads_[thread].gave_up;
      case Code::join:
        return threads_[next.a].begun && ended(next.a);
      default:
        return true;
    }
  }

  // Whether it sleeps and may not give up yet, unlike other sleepers; it may later.
  [[nodiscard]] bool is_patient(std::size_t thread) const { return threads_[thread].patient && !ended(thread); }

  // Whether the thread could poll without success for the last time.
  [[nodiscard]] bool can_give_up(std::size_t thread) const {
    return threads_[thread].begun && !ended(thread) && at(thread).code == Code::await && !enabled(thread) &&
           !threads_[thread].gave_up;
  }

  Step give_up(std::size_t thread) {
    threads_[thread].gave_up = true;
    threads_[thread].seen = writers(at(thread).x);
    return describe(thread, 0);
  }

  // Whether it would stop for good at a retry that fails now.
  [[nodiscard]] bool can_stop(std::size_t thread) const {
    return threads_[thread].begun && !ended(thread) && !failed() && at(thread).code == Code::retry &&
           value(at(thread).x) != threads_[thread].expected && !threads_[thread].stopped &&
           !events_.contains(at(thread).x);
  }
  void stop(std::size_t thread) { threads_[thread].stopped = true; }

  // Whether what a thread gave up waiting for has changed since.
  [[nodiscard]] bool overtaken() const {
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      if (threads_[i].gave_up && writers(at(i).x) != threads_[i].seen) return true;
    }
    return false;
  }

  [[nodiscard]] unsigned choices(std::size_t thread) const {
    const Instruction next = at(thread);
    if (next.code == Code::choose) return static_cast<unsigned>(next.a);
    if (next.code == Code::signal) return std::max(1u, length(value(next.x)));
    if (next.code == Code::futex_wake && next.a == 1) {
      return std::max(1u, static_cast<unsigned>(concerned(next, digits(value(next.x) >> 32)).size()));
    }
    if (next.code == Code::timed_enqueue) return 2;
    return next.code == Code::weak_cas && value(next.x) == next.a ? 2 : 1;
  }

  // Runs the thread's next instruction that is visible, and the tests after it.
  Step run(std::size_t thread, unsigned choice) {
    const Instruction next = at(thread);
    Step step = describe(thread, choice);
    const std::uint64_t old = value(next.x);
    Doing& self = threads_[thread];
    ++self.at;
    std::string text = std::to_string(static_cast<int>(next.code)) + "@" + std::to_string(next.x);
    if (choice != 0) text += "!" + std::to_string(choice);
    const bool leaves = next.code == Code::sleep && self.gives_up;
    const std::optional<std::uint64_t> stored = execute(next, self, old, {thread, choice});
    if (leaves || touches_memory(next.code)) {
      if (next.code != Code::write && next.code != Code::write_next && !is_release(next.code)) {
        text += "<" + writer_[next.x];
        interferences_ += !writer_[next.x].empty() && writer_[next.x].substr(0, 1) != std::to_string(thread) ? 1 : 0;
      }
      if (stored) {
        memory_[next.x] = *stored;
        writer_[next.x] = std::to_string(thread) + "." + std::to_string(self.steps);
        order_[next.x] += writer_[next.x] + " ";
      }
    }
    if (next.code == Code::create) threads_[next.a].begun = true;
    ++self.steps;
    self.history += text + ";";
    if (step.kind == Step::Kind::write) step.written = *stored;
    if (next.code == Code::retry && !stored) {
      self.stopped = true;
      --self.at;
    } else {
      settle(self, thread);
    }
    return step;
  }

  // What a blocked thread is about to do, if it waits for a location.
  [[nodiscard]] std::optional<Step> blocked(std::size_t thread) const {
    if (!threads_[thread].begun || ended(thread) || at(thread).code == Code::join) return std::nullopt;
    const Code code = at(thread).code;
    if (code == Code::sleep || code == Code::futex_sleep || code == Code::await) return std::nullopt;
    if (code == Code::retry && events_.contains(at(thread).x)) return std::nullopt;
    return describe(thread, 0);
  }

  [[nodiscard]] std::size_t threads() const { return threads_.size(); }
  [[nodiscard]] bool begun(std::size_t thread) const { return threads_[thread].begun; }
  // Its next instruction, and which one that is; null: it has ended.
  [[nodiscard]] const Instruction* pending(std::size_t thread) const { return ended(thread) ? nullptr : &raw(thread); }
  [[nodiscard]] std::size_t place(std::size_t thread) const { return threads_[thread].at; }
  // The place of the failed test; empty: none has.
  [[nodiscard]] bool failed() const { return !failure_.empty(); }
  [[nodiscard]] const std::string& failure() const { return failure_; }
  [[nodiscard]] bool complete() const {
    if (failed()) return false;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      if (threads_[i].begun && !ended(i)) return false;
    }
    return true;
  }

  // Reads of what another thread has written.
  [[nodiscard]] unsigned interferences() const { return interferences_; }

  // Equal for two runs that differ only in the order of independent steps.
  [[nodiscard]] std::string class_name() const {
    std::string text;
    for (const Doing& thread : threads_) text += thread.history + "|";
    for (const auto& [x, writes] : order_) text += std::to_string(x) + ":" + writes;
    return text;
  }

  // The same for another numbering of the threads: thread i is number `numbers[i]`. Without joins: of threads that are
  // joined one after another, some may be while one waits forever.
  [[nodiscard]] std::string class_name(const std::vector<std::size_t>& numbers) const {
    std::vector<std::string> histories(threads_.size());
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      histories[numbers[i]] = without_joins(renumbered(threads_[i].history, '<', numbers));
    }
    std::string text;
    for (const std::string& history : histories) text += history + "|";
    std::map<std::uint64_t, std::string> order;
    for (const auto& [x, writes] : order_) {
      order[x < kOwn ? x : kOwn + numbers[x - kOwn]] = renumbered(" " + writes, ' ', numbers);
    }
    for (const auto& [x, writes] : order) text += std::to_string(x) + ":" + writes;
    return text;
  }

  [[nodiscard]] std::string final_state() const {
    std::string text;
    for (const auto& [x, held] : memory_) text += std::to_string(x) + "=" + std::to_string(held) + " ";
    for (const Doing& thread : threads_) text += std::to_string(thread.r) + "," + std::to_string(thread.at) + " ";
    return text;
  }

 private:
  struct Doing {
    bool begun = false;
    std::size_t at = 0;
    std::size_t steps = 0;
    std::uint64_t r = 0;
    std::uint64_t expected = 0;
    std::string history;
    bool gave_up = false;
    bool gives_up = false;  // its sleep need not wait for anybody
    bool patient = false;   // it must
    bool stopped = false;   // at a retry, for the rest of this run
    std::string seen;       // writers of what it gave up waiting for
  };
  static constexpr std::uint64_t kMinusOne = ~std::uint64_t{0};

  [[nodiscard]] const Instruction& raw(std::size_t thread) const {
    return program_->threads[thread][threads_[thread].at];
  }
  // Those about own locations as what they amount to.
  [[nodiscard]] Instruction at(std::size_t thread) const {
    Instruction next = raw(thread);
    const std::uint64_t own = kOwn + thread;
    const std::uint64_t r = threads_[thread].r;
    if (next.code == Code::read_own) next = {Code::read, own};
    if (next.code == Code::swap_own) next = {Code::swap, next.x, own};
    if (next.code == Code::write_at) next = {Code::write, r >= kOwn ? r : own, next.a};
    return next;
  }
  [[nodiscard]] bool ended(std::size_t thread) const { return threads_[thread].at >= program_->threads[thread].size(); }
  [[nodiscard]] std::uint64_t value(std::uint64_t x) const {
    const auto held = memory_.find(x);
    return held == memory_.end() ? 0 : held->second;
  }
  [[nodiscard]] std::string writers(std::uint64_t x) const {
    const auto order = order_.find(x);
    return order == order_.end() ? "" : order->second;
  }
  static bool touches_memory(Code code) {
    return code != Code::choose && code != Code::create && code != Code::join && code != Code::sleep &&
           code != Code::futex_sleep;
  }

  static std::string without_joins(std::string history) {
    const std::string join = std::to_string(static_cast<int>(Code::join)) + "@0;";
    for (std::size_t at = history.find(join); at != std::string::npos; at = history.find(join, at)) {
      const bool whole = at == 0 || history[at - 1] == ';';
      if (whole) history.erase(at, join.size());
      at += whole ? 0 : 1;
    }
    return history;
  }

  // Writers stand after `mark`: thread, dot, step; own locations as their number, the thread last. No program has ten
  // threads.
  static std::string renumbered(std::string text, char mark, const std::vector<std::size_t>& numbers) {
    for (std::size_t i = 0; i + 2 < text.size(); ++i) {
      const bool writer = text[i] == mark && text[i + 2] == '.';
      const bool own = i >= 2 && text[i] == '0' && text[i - 1] == '2' && text[i - 2] == '@' && text[i + 1] >= '0' &&
                       text[i + 1] <= '9';
      if (writer || own) text[i + 1] = static_cast<char>('0' + numbers[text[i + 1] - '0']);
    }
    return text;
  }

  // Lists of threads: digits of base 256, each a thread's number plus one, the first the lowest.
  static std::vector<std::uint64_t> digits(std::uint64_t list) {
    std::vector<std::uint64_t> all;
    for (; list != 0; list /= 256) all.push_back(list % 256);
    return all;
  }
  static std::uint64_t list_of(const std::vector<std::uint64_t>& all) {
    std::uint64_t list = 0;
    for (auto digit = all.rbegin(); digit != all.rend(); ++digit) list = list * 256 + *digit;
    return list;
  }
  // Of the sleepers on a futex, the places of those that a wake concerns: above a thread is the number of its bitset.
  static std::vector<std::size_t> concerned(const Instruction& wake, const std::vector<std::uint64_t>& all) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if ((wake.b >> all[i] / 64 & 1) != 0) places.push_back(i);
    }
    return places;
  }
  static unsigned length(std::uint64_t list) { return static_cast<unsigned>(digits(list).size()); }
  static bool in_list(std::uint64_t list, std::size_t thread) {
    const std::vector<std::uint64_t> all = digits(list);
    return std::find(all.begin(), all.end(), thread + 1) != all.end();
  }

  static std::uint64_t with_part(std::uint64_t word, const Instruction& next, std::uint64_t value) {
    const std::uint64_t mask = std::uint64_t{0xffffffff} << 8 * next.b;
    return (word & ~mask) | (value << 8 * next.b & mask);
  }

  static bool is_release(Code code) {
    return code == Code::unlock || code == Code::write_unlock || code == Code::once_end;
  }

  // Instructions that are no steps.
  void settle(Doing& self, std::size_t thread) {
    while (!ended(thread) && (at(thread).code == Code::if_equal || at(thread).code == Code::fail_equal)) {
      const Instruction test = at(thread);
      if (test.code == Code::fail_equal && self.r == test.a) {
        failure_ = std::to_string(thread) + "@" + std::to_string(self.at);
        return;
      }
      self.at += test.code == Code::fail_equal || self.r == test.a ? 1 : 1 + test.skip;
    }
  }

  static std::optional<std::uint64_t> execute(const Instruction& next, Doing& self, std::uint64_t old,
                                              std::pair<std::size_t, unsigned> who_and_choice) {
    const auto [thread, choice] = who_and_choice;
    switch (next.code) {
      case Code::expect:
        self.expected = old;
        [[fallthrough]];
      case Code::read:
        self.r = old;
        return std::nullopt;
      case Code::retry:
        if (old != self.expected) return std::nullopt;
        return next.a != 0 ? next.a : old + 1;
      case Code::write:
        return next.a;
      case Code::write_next:
        return self.r + 1;
      case Code::add:
        self.r = old;
        return old + next.a;
      case Code::swap:
        self.r = old;
        return next.a;
      case Code::cas:
        self.r = old;
        if (old != next.a) return std::nullopt;
        return next.b;
      case Code::weak_cas:
        self.r = old == next.a && choice == 0 ? 1 : 0;
        if (self.r == 0) return std::nullopt;
        return next.b;
      case Code::lock:
        return 1;
      case Code::try_lock:
        if (old == 0) return 1;
        self.at += next.skip;
        return std::nullopt;
      case Code::acquire:
      case Code::opaque_acquire:
      case Code::read_unlock:
        return old - 1;
      case Code::opaque_try:
        self.r = old > 0 ? 1 : 0;
        return old - self.r;
      case Code::try_acquire:
        self.r = old > 0 ? 1 : 0;
        if (old == 0) return std::nullopt;
        return old - 1;
      case Code::release:
      case Code::opaque_release:
      case Code::read_lock:
        return old + 1;
      case Code::write_lock:
        return kMinusOne;
      case Code::unlock:
      case Code::write_unlock:
        return 0;
      case Code::once:
        if (old == 0) return 1;
        self.at += next.skip;
        return std::nullopt;
      case Code::once_end:
        return 2;
      case Code::sleep: {
        self.patient = false;
        if (!std::exchange(self.gives_up, false)) return std::nullopt;
        std::vector<std::uint64_t> all = digits(old);
        const auto own = std::find(all.begin(), all.end(), thread + 1);
        self.r = own != all.end() ? 1 : 0;
        if (own == all.end()) return std::nullopt;
        all.erase(own);
        return list_of(all);
      }
      case Code::timed_enqueue:
        self.gives_up = choice == 1;
        self.patient = choice == 0;
        [[fallthrough]];
      case Code::enqueue: {
        std::vector<std::uint64_t> all = digits(old);
        all.push_back(thread + 1);
        return list_of(all);
      }
      case Code::signal: {
        if (old == 0) return std::nullopt;
        std::vector<std::uint64_t> all = digits(old);
        all.erase(all.begin() + choice);
        return list_of(all);
      }
      case Code::broadcast:
        if (old == 0) return std::nullopt;
        return 0;
      case Code::read_part:
        self.r = part(old, next);
        return std::nullopt;
      case Code::write_part:
        return with_part(old, next, next.a);
      case Code::add_part:
        self.r = part(old, next);
        return with_part(old, next, self.r + next.a);
      case Code::futex_wait: {
        if ((old & 0xffffffff) != next.a) {
          ++self.at;
          return std::nullopt;
        }
        std::vector<std::uint64_t> all = digits(old >> 32);
        all.push_back(thread + 1 + 64 * next.b);
        return (old & 0xffffffff) | list_of(all) << 32;
      }
      case Code::futex_wake: {
        std::vector<std::uint64_t> all = digits(old >> 32);
        const std::vector<std::size_t> places = concerned(next, all);
        if (places.empty()) return std::nullopt;
        for (std::size_t i = places.size(); i-- > 0;) {
          if (next.a != 1 || i == choice) all.erase(all.begin() + static_cast<std::ptrdiff_t>(places[i]));
        }
        return (old & 0xffffffff) | list_of(all) << 32;
      }
      case Code::choose:
        self.r = choice;
        return std::nullopt;
      default:
        return std::nullopt;
    }
  }

  // The step as a run reports it.
  [[nodiscard]] Step describe(std::size_t thread, unsigned choice) const {
    const Instruction next = at(thread);
    Step step = step_of(next, value(next.x), {thread, choice, threads_[thread].gives_up, threads_[thread].expected});
    if (next.code == Code::retry && events_.contains(next.x)) step.operation.op = Op::compare_exchange;
    return step;
  }

  const Program* program_;
  std::set<std::uint64_t> events_;
  std::map<std::uint64_t, std::uint64_t> memory_;
  std::map<std::uint64_t, std::string> writer_;  // of each location, who wrote last
  std::map<std::uint64_t, std::string> order_;   // of each location, its writers
  std::vector<Doing> threads_;
  unsigned interferences_ = 0;
  std::string failure_;
};

}  // namespace sleave::graph::test

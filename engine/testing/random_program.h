// For tests: small random programs, the same for the same seed.
#pragma once

#include <random>
#include <vector>

#include "engine/testing/program.h"

namespace sleave::graph::test {

// What a random program may contain.
using Mixture = std::vector<Code>;

class Generator {
 public:
  Generator(unsigned seed, const Mixture& mixture) : random_(seed), mixture_(mixture) {}

  // Two or three threads with the same instructions, and perhaps one more, which may create and join them one right
  // after another.
  Program alike_program() {
    const std::size_t number = 2 + below(2);
    const Part thread = some_statements(number == 2 ? 3 : 2);
    const bool beside = below(3) != 0;
    Program made;
    if (beside) made.threads.push_back(some_statements(2));
    for (std::size_t i = 0; i < number; ++i) {
      made.alike.push_back(static_cast<std::uint32_t>(made.threads.size()));
      made.threads.push_back(thread);
    }
    set_initial(made);
    if (beside && below(2) == 0) create_and_join_alike(made);
    return made;
  }

  Program program() {
    Program made;
    const std::size_t threads = 2 + below(3);
    for (std::size_t i = 0; i < threads; ++i) {
      made.threads.push_back(some_statements(threads == 4 ? 2 : 3));
    }
    set_initial(made);
    if (below(3) == 0) create_and_join(made);
    return made;
  }

 private:
  using Part = std::vector<Instruction>;
  static constexpr std::uint64_t kMutex = 10;
  static constexpr std::uint64_t kSemaphore = 20;
  static constexpr std::uint64_t kRwLock = 21;
  static constexpr std::uint64_t kOnce = 22;
  static constexpr std::uint64_t kCondition = 23;
  static constexpr std::uint64_t kFutex = 24;
  static constexpr std::uint64_t kOpaque = 25;
  static constexpr std::uint64_t kWord = 30;

  std::size_t below(std::size_t n) { return random_() % n; }
  static void append(Part& to, const Part& part) { to.insert(to.end(), part.begin(), part.end()); }

  Part some_statements(std::size_t most) {
    Part part;
    for (std::size_t left = 1 + below(most); left > 0; --left) append(part, statement(0));
    return part;
  }

  void set_initial(Program& made) {
    made.initial[kSemaphore] = below(2);
    made.initial[kOpaque] = below(2);
    made.initial[kWord] = std::uint64_t{7} << 32 | 5;
  }

  Part body(int depth) {
    Part part;
    for (std::size_t i = below(3); i > 0; --i) append(part, statement(depth + 1));
    return part;
  }

  // Brackets `inner` and may skip it with its end.
  static Part around(Instruction begin, const Part& inner, const Instruction& end) {
    begin.skip = inner.size() + 1;
    Part part{begin};
    append(part, inner);
    part.push_back(end);
    return part;
  }

  Part statement(int depth) {
    const Code code = depth > 2 ? Code::read : mixture_[below(mixture_.size())];
    const std::uint64_t x = below(2);
    switch (code) {
      case Code::cas:
      case Code::weak_cas:
        return {{code, x, below(2), 1 + below(2)}};
      case Code::if_equal: {
        const Part inner = statement(depth + 1);
        Part part{{Code::read, x}, {Code::if_equal, 0, below(3), 0, inner.size()}};
        append(part, inner);
        return part;
      }
      case Code::fail_equal: {
        Part part = below(2) == 0 ? Part{{Code::read, x}} : statement(depth + 1);
        part.push_back({code, 0, 1 + below(2)});
        return part;
      }
      case Code::lock:
      case Code::try_lock: {
        const std::uint64_t mutex = kMutex + below(2);
        return around({code, mutex}, body(depth), {Code::unlock, mutex});
      }
      case Code::once:
        return around({code, kOnce}, body(depth), {Code::once_end, kOnce});
      case Code::read_lock:
        return around({code, kRwLock}, body(depth), {Code::read_unlock, kRwLock});
      case Code::write_lock:
        return around({code, kRwLock}, body(depth), {Code::write_unlock, kRwLock});
      case Code::enqueue:
      case Code::timed_enqueue:
        return wait(code, x);
      case Code::signal:
      case Code::broadcast:
        return wake(code);
      case Code::read_part:
      case Code::write_part:
      case Code::add_part:
        return {{code, kWord, 1 + below(2), 4 * below(2)}};
      case Code::futex_wait: {
        const std::uint64_t bitset = bitset_number();
        return {{code, kFutex, 0, bitset}, {Code::futex_sleep, kFutex, 0, bitset}};
      }
      case Code::futex_wake: {
        const Instruction wake{code, kFutex, 1 + below(2), below(2) == 0 ? 0xf : 1 | below(8) << 1};
        if (below(2) == 0) return {wake};
        return {{Code::write_part, kFutex, 1, 0}, wake};
      }
      case Code::await:
        return {{code, x, below(3)}};
      case Code::retry: {
        Part part{{Code::expect, x}};
        if (below(3) == 0) part.push_back({below(2) == 0 ? Code::read : Code::add, below(2), 1});
        part.push_back({code, x, below(3)});
        return part;
      }
      case Code::acquire:
      case Code::try_acquire:
      case Code::release:
        return {{code, kSemaphore}};
      case Code::opaque_acquire:
      case Code::opaque_try:
      case Code::opaque_release:
        return {{code, kOpaque}};
      case Code::choose: {
        const Part inner = statement(depth + 1);
        Part part{{code, 0, 2}, {Code::if_equal, 0, 1, 0, inner.size()}};
        append(part, inner);
        return part;
      }
      default:
        return {{code, x, 1 + below(2)}};
    }
  }

  // 0 is that of all bits.
  std::uint64_t bitset_number() { return below(2) == 0 ? 0 : 1 + below(3); }

  // Waits on the condition, perhaps only if x is 0.
  Part wait(Code enqueue, std::uint64_t x) {
    const Part sleep{{enqueue, kCondition}, {Code::unlock, kMutex}, {Code::sleep, kCondition}, {Code::lock, kMutex}};
    Part part{{Code::lock, kMutex}};
    if (below(2) == 0) append(part, {{Code::read, x}, {Code::if_equal, 0, 0, 0, sleep.size()}});
    append(part, sleep);
    part.push_back({Code::unlock, kMutex});
    return part;
  }

  // With or without the mutex and a change of x.
  Part wake(Code code) {
    if (below(2) == 0) return {{code, kCondition}};
    return {{Code::lock, kMutex}, {Code::write, below(2), 1}, {code, kCondition}, {Code::unlock, kMutex}};
  }

  void create_and_join_alike(Program& made) {
    Part main = below(2) == 0 ? Part() : statement(0);
    for (const std::uint32_t thread : made.alike) {
      main.push_back({Code::create, 0, thread});
      made.created.insert(thread);
    }
    append(main, made.threads[0]);
    if (below(2) == 0) {
      for (const std::uint32_t thread : made.alike) main.push_back({Code::join, 0, thread});
      main.push_back({Code::read, below(2)});
    }
    made.threads[0] = main;
  }

  // Thread 0 makes the others and waits for some of them.
  void create_and_join(Program& made) {
    Part main;
    for (std::size_t i = 1; i < made.threads.size(); ++i) {
      main.push_back({Code::create, 0, i});
      made.created.insert(i);
    }
    append(main, made.threads[0]);
    for (std::size_t i = 1; i < made.threads.size(); ++i) {
      if (below(2) == 0) main.push_back({Code::join, 0, i});
    }
    main.push_back({Code::read, below(2)});
    made.threads[0] = main;
  }

  std::mt19937 random_;
  const Mixture& mixture_;
};

}  // namespace sleave::graph::test

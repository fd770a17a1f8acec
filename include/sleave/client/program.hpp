// The program that a client file becomes.
#ifndef SLEAVE_CLIENT_PROGRAM_HPP
#define SLEAVE_CLIENT_PROGRAM_HPP

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "choices.hpp"
#include "history.hpp"

extern "C" {
void __sleave_call_begins(unsigned number) __attribute__((weak));
void __sleave_call_ends(unsigned number, std::uint64_t* first, std::uint64_t* last) __attribute__((weak));
int __sleave_serial_begins() __attribute__((weak));
void __sleave_serial_order(std::uint64_t calls, unsigned count, int complete) __attribute__((weak));
void __sleave_serial_ends() __attribute__((weak));
void __sleave_not_linearizable(const char* history) __attribute__((weak));
}

namespace sleave {
namespace client {

inline std::atomic<std::uint64_t> call_clock{0};  // without Sleave

// Lets the threads make their calls, and records what they did.
template <typename Type>
class Execution {
 public:
  Execution(const Definition<Type>& definition, const Client& client)
      : definition_(definition), client_(client), object_(definition.new_object(client.made)) {
    call_clock = 0;
  }

  History run() {
    std::vector<History> parts(client_.threads.size() + 1);
    definition_.enter();
    perform_all(client_.before, 0, Phase::before, parts[0]);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < client_.threads.size(); ++i) {
      threads.emplace_back([&, i] {
        definition_.enter();
        perform_all(client_.threads[i], static_cast<int>(i) + 1, Phase::threads, parts[i + 1]);
        definition_.leave();
      });
    }
    for (std::thread& thread : threads) thread.join();
    History history;
    for (const History& part : parts) history.insert(history.end(), part.begin(), part.end());
    for (std::size_t i = 0; i < definition_.final_operations().size(); ++i) {
      history.push_back(perform(definition_.final_operations()[i], {i, {}, 0}, 0, Phase::final));
    }
    object_.reset();
    return history;
  }

 private:
  void perform_all(const std::vector<Call>& calls, int thread, Phase phase, History& into) {
    into.reserve(calls.size());
    for (const Call& call : calls) into.push_back(perform(definition_.operations()[call.operation], call, thread, phase));
  }

  // Sleave knows the first and the last event of a call without a clock.
  Recorded perform(const Operation<Type>& operation, const Call& call, int thread, Phase phase) {
    Recorded recorded{call, thread, phase, {}, {}};
    const unsigned number = static_cast<unsigned>(call.number) - static_cast<unsigned>(client_.before.size()) - 1;
    const bool marked = __sleave_call_begins != nullptr && phase == Phase::threads;
    if (marked) {
      __sleave_call_begins(number);
    } else {
      recorded.time.first = ++call_clock;
    }
    recorded.result = operation.perform(*object_, call, [&] {
      if (marked) {
        __sleave_call_ends(number, &recorded.time.first, &recorded.time.last);
      } else {
        recorded.time.last = ++call_clock;
      }
    });
    return recorded;
  }

  const Definition<Type>& definition_;
  const Client& client_;
  std::unique_ptr<Type> object_;
};

// Calls of the threads in an order, four bits each.
inline std::uint64_t packed(const std::vector<std::size_t>& order, const History& history, std::size_t before) {
  std::uint64_t calls = 0;
  unsigned count = 0;
  for (std::size_t call : order) {
    if (history[call].phase == Phase::threads) calls |= static_cast<std::uint64_t>(call - before) << (4 * count++);
  }
  return calls;
}

constexpr std::size_t kMostPacked = 16;
constexpr std::size_t kMostOrders = 1000;

// A search is told all orders that explain the results: it knows in which other orders the calls could have come.
template <typename Type>
std::optional<std::string> violation_in_search(const Definition<Type>& definition, const Client& client, const History& history) {
  const Before real_time = order_of(history);
  const std::size_t calls = history.size() - client.before.size() - definition.final_operations().size();
  if (calls > kMostPacked) {
    __sleave_serial_order(0, 0, 0);
    return violation(definition, client.made, history);
  }
  SerialRuns<Type> serial(definition, client.made, history);
  Linearization<SerialRuns<Type>> linearization(order_of(history, true), serial);
  bool explained = false;
  std::size_t orders = 0;
  linearization.for_each([&](const std::vector<std::size_t>& order) {
    std::uint64_t done = 0;
    bool fits = true;
    for (std::size_t call : order) {
      fits = fits && (real_time[call] & ~done) == 0;
      done |= bit(call);
    }
    explained = explained || fits;
    const bool more = ++orders < kMostOrders;
    __sleave_serial_order(packed(order, history, client.before.size()), static_cast<unsigned>(calls), more ? 1 : 0);
    return more;
  });
  return explained ? std::nullopt : violation(definition, client.made, history);
}

template <typename Type>
void run_client(const Definition<Type>& definition, const char* name, const Client& client) {
  const History history = Execution<Type>(definition, client).run();
  const bool in_search = __sleave_serial_begins != nullptr && __sleave_serial_begins() != 0;
  const std::optional<std::string> reason =
      in_search ? violation_in_search(definition, client, history) : violation(definition, client.made, history);
  if (__sleave_serial_ends != nullptr) __sleave_serial_ends();
  if (!reason) return;
  const std::string text = name + std::string(" is not linearizable\n") + *reason;
  if (__sleave_not_linearizable != nullptr) __sleave_not_linearizable(text.c_str());
  std::fputs(text.c_str(), stderr);
  std::abort();
}

// "--calls=3" and the like; false: another word.
inline bool read_number(const std::string& word, const std::string& name, int& number) {
  const std::string start = "--" + name + "=";
  if (word.compare(0, start.size(), start) != 0) return false;
  const std::string digits = word.substr(start.size());
  if (digits.empty() || digits.size() > 9 || digits.find_first_not_of("0123456789") != std::string::npos) return false;
  number = std::stoi(digits);
  return true;
}

// What is wrong with a definition or a size; empty: nothing.
template <typename Type>
std::string problem_of(const Definition<Type>& definition, const Size& size) {
  if (definition.operations().empty()) return "a client needs an operation";
  if (!definition.can_make()) return "a class without a default constructor needs make()";
  if (size.threads < 2 || size.calls < 2) return "a client needs two threads and two calls";
  const double calls = static_cast<double>(size.calls) + size.before;
  if (calls + static_cast<double>(definition.final_operations().size()) > static_cast<double>(kMostCalls)) {
    return "a client has at most " + std::to_string(kMostCalls) + " calls";
  }
  return "";
}

template <typename Type>
int run_program(const Definition<Type>& definition, const char* name, int count, char** words) {
  Size size;
  int rounds = 10'000;
  int seed = 1;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (read_number(word, "threads", size.threads) || read_number(word, "calls", size.calls) ||
        read_number(word, "before", size.before) || read_number(word, "rounds", rounds) || read_number(word, "seed", seed)) {
      continue;
    }
    std::fprintf(stderr, "%s: unknown option %s\nuse --threads=N --calls=N --before=N --rounds=N --seed=N\n", words[0], words[i]);
    return 2;
  }
  const std::string problem = problem_of(definition, size);
  if (!problem.empty()) {
    std::fprintf(stderr, "%s: %s\n", words[0], problem.c_str());
    return 2;
  }
  const ClientChooser<Type> chooser(definition, size);
  if (__sleave_symbolic) {
    InputChoices choices;
    run_client(definition, name, chooser.choose(choices));
    return 0;
  }
  RandomChoices choices(static_cast<std::uint64_t>(seed));
  for (int round = 0; round < rounds; ++round) {
    const Client client = chooser.choose(choices);
    if (!choices.excluded()) run_client(definition, name, client);
  }
  return 0;
}

}  // namespace client
}  // namespace sleave

#endif

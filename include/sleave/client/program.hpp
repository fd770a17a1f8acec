// The program that a client file becomes: chooses clients, lets them run, and judges them.
#ifndef SLEAVE_CLIENT_PROGRAM_HPP
#define SLEAVE_CLIENT_PROGRAM_HPP

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "choices.hpp"
#include "core.hpp"
#include "history.hpp"
#include "hooks.hpp"

namespace sleave {
namespace client {

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
inline std::optional<std::string> violation_in_search(const Subject& subject, const Client& client, const History& history) {
  const Before real_time = order_of(history);
  const std::size_t calls = history.size() - client.before.size() - subject.count(Phase::final);
  if (calls > kMostPacked) {
    __sleave_serial_order(0, 0, 0);
    return violation(subject, client.made, history);
  }
  SerialRuns serial(subject, client.made, history);
  Linearization<SerialRuns> linearization(order_of(history, true), serial);
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
  return explained ? std::nullopt : violation(subject, client.made, history);
}

// "main: push(1); T1: push(2), pop(); T2: pop()"
inline std::string text_of_client(const Subject& subject, const Client& client) {
  const auto text = [&](const std::string& name, const std::vector<Call>& calls) {
    std::string list;
    for (const Call& call : calls) list += (list.empty() ? name + ": " : ", ") + subject.operation(Phase::threads, call.operation).text(call);
    return list;
  };
  std::string all = text("main", client.before);
  for (std::size_t i = 0; i < client.threads.size(); ++i) {
    all += (all.empty() ? "" : "; ") + text("T" + std::to_string(i + 1), client.threads[i]);
  }
  return all;
}

inline void run_client(const Subject& subject, const char* name, const Client& client) {
  const std::string words = text_of_client(subject, client);
  if (__sleave_client != nullptr) __sleave_client(words.c_str());
  const History history = subject.execute(client);
  const bool in_search = __sleave_serial_begins != nullptr && __sleave_serial_begins() != 0;
  const std::optional<std::string> reason =
      in_search ? violation_in_search(subject, client, history) : violation(subject, client.made, history);
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

// What is wrong with a subject or a size; empty: nothing.
inline std::string problem_of(const Subject& subject, const Size& size) {
  if (subject.count(Phase::threads) == 0) return "a client needs an operation";
  if (!subject.can_make()) return "a class without a default constructor needs make()";
  if (size.threads < 2 || size.calls < 2) return "a client needs two threads and two calls";
  const double calls = static_cast<double>(size.calls) + size.before;
  if (calls + static_cast<double>(subject.count(Phase::final)) > static_cast<double>(kMostCalls)) {
    return "a client has at most " + std::to_string(kMostCalls) + " calls";
  }
  return "";
}

SLEAVE_CLIENT_CORE int run_program(const Subject& subject, const char* name, int count, char** words) {
  Size size;
  int rounds = 10'000;
  int seed = 1;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (read_number(word, "threads", size.threads) || read_number(word, "calls", size.calls) ||
        read_number(word, "before", size.before) || read_number(word, "rounds", rounds) || read_number(word, "seed", seed)) {
      continue;
    }
    if (word == "--exactly") {
      size.exactly = true;
      continue;
    }
    std::fprintf(stderr, "%s: unknown option %s\nuse --threads=N --calls=N --before=N --exactly --rounds=N --seed=N\n", words[0], words[i]);
    return 2;
  }
  const std::string problem = problem_of(subject, size);
  if (!problem.empty()) {
    std::fprintf(stderr, "%s: %s\n", words[0], problem.c_str());
    return 2;
  }
  const ClientChooser chooser(subject, size);
  if (__sleave_choose != nullptr) {
    SearchedChoices choices;
    run_client(subject, name, chooser.choose(choices));
    return 0;
  }
  RandomChoices choices(static_cast<std::uint64_t>(seed));
  for (int round = 0; round < rounds; ++round) {
    const Client client = chooser.choose(choices);
    if (!choices.excluded()) run_client(subject, name, client);
  }
  return 0;
}

}  // namespace client
}  // namespace sleave

#endif

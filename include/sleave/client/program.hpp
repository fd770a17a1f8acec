// The program that a client file becomes.
#ifndef SLEAVE_CLIENT_PROGRAM_HPP
#define SLEAVE_CLIENT_PROGRAM_HPP

#include <assert.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "../sleave.h"
#include "history.hpp"

namespace sleave {
namespace client {

// At most so many of each.
struct Size {
  int threads = 2;
  int calls = 2;   // of each thread
  int before = 2;  // calls of main before the threads begin
};

// Where a client's choices come from: inputs under Sleave, chance without.
class Choices {
 public:
  virtual ~Choices() = default;
  virtual std::size_t below(std::size_t bound, const char* name) = 0;
};

// The remainder of a number: every value of the input is a choice, and none has to be excluded.
class InputChoices final : public Choices {
 public:
  std::size_t below(std::size_t bound, const char* name) override {
    if (bound <= 1) return 0;
    std::uint32_t number = 0;
    sleave_symbolic(&number, bound <= 256 ? 1 : sizeof number, name);
    return number % bound;
  }
};

class RandomChoices final : public Choices {
 public:
  explicit RandomChoices(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t bound, const char* /*name*/) override { return bound <= 1 ? 0 : engine_() % bound; }

 private:
  std::mt19937_64 engine_;
};

// One client: the calls of main, and of each thread.
struct Client {
  std::vector<Call> before;
  std::vector<std::vector<Call>> threads;
};

template <typename Type>
Call choose_call(const Definition<Type>& definition, Choices& choices, const char* name, int number) {
  Call call;
  call.operation = choices.below(definition.operations().size(), name);
  for (std::size_t values : definition.operations()[call.operation].choices) {
    call.choices.push_back(choices.below(values, "argument"));
  }
  call.number = number;
  return call;
}

template <typename Type>
Client choose_client(const Definition<Type>& definition, const Size& size, Choices& choices) {
  Client client;
  int number = 0;
  const std::size_t before = choices.below(static_cast<std::size_t>(size.before) + 1, "calls before");
  for (std::size_t i = 0; i < before; ++i) client.before.push_back(choose_call(definition, choices, "before", ++number));
  for (int thread = 0; thread < size.threads; ++thread) {
    client.threads.emplace_back();
    for (int i = 0; i < size.calls; ++i) {
      client.threads.back().push_back(choose_call(definition, choices, "call", ++number));
    }
  }
  return client;
}

inline std::atomic<std::uint64_t> call_clock{0};

// Lets the threads make their calls, and records what they did.
template <typename Type>
class Execution {
 public:
  explicit Execution(const Definition<Type>& definition) : definition_(definition), object_(definition.new_object()) {
    call_clock = 0;
  }

  std::vector<Recorded> run(const Client& client) {
    std::vector<std::vector<Recorded>> parts(client.threads.size() + 1);
    perform_all(client.before, 0, parts[0]);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < client.threads.size(); ++i) {
      threads.emplace_back([&, i] { perform_all(client.threads[i], static_cast<int>(i) + 1, parts[i + 1]); });
    }
    for (std::thread& thread : threads) thread.join();
    std::vector<Recorded> history;
    for (const std::vector<Recorded>& part : parts) history.insert(history.end(), part.begin(), part.end());
    for (std::size_t i = 0; i < definition_.final_operations().size(); ++i) {
      history.push_back(perform({.operation = i, .choices = {}, .number = 0}, 0, true));
    }
    return history;
  }

 private:
  void perform_all(const std::vector<Call>& calls, int thread, std::vector<Recorded>& into) {
    into.reserve(calls.size());
    for (const Call& call : calls) into.push_back(perform(call, thread, false));
  }

  // Taking the time is visible to a search, so that it tries all orders of beginnings and ends.
  Recorded perform(const Call& call, int thread, bool is_final) {
    const auto& operations = is_final ? definition_.final_operations() : definition_.operations();
    Recorded recorded{call, thread, is_final, {}, {}};
    recorded.time.first = ++call_clock;
    recorded.result = operations[call.operation].perform(*object_, call);
    recorded.time.last = ++call_clock;
    return recorded;
  }

  const Definition<Type>& definition_;
  std::unique_ptr<Type> object_;
};

template <typename Type>
void run_client(const Definition<Type>& definition, const char* name, const Client& client) {
  const std::vector<Recorded> history = Execution<Type>(definition).run(client);
  if (const std::optional<std::string> reason = violation(definition, history)) {
    const std::string text = name + std::string(" is linearizable\n") + *reason;
    __assert_fail(text.c_str(), name, 0, "client");
  }
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

template <typename Type>
bool is_too_large(const Definition<Type>& definition, const Size& size) {
  const double calls = static_cast<double>(size.threads) * size.calls + size.before;
  return calls + static_cast<double>(definition.final_operations().size()) > static_cast<double>(kMostCalls);
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
  if (definition.operations().empty() || is_too_large(definition, size)) {
    std::fprintf(stderr, "%s: a client needs an operation and has at most %zu calls\n", words[0], kMostCalls);
    return 2;
  }
  if (__sleave_symbolic) {
    InputChoices choices;
    run_client(definition, name, choose_client(definition, size, choices));
    return 0;
  }
  RandomChoices choices(static_cast<std::uint64_t>(seed));
  for (int round = 0; round < rounds; ++round) run_client(definition, name, choose_client(definition, size, choices));
  return 0;
}

}  // namespace client
}  // namespace sleave

#endif

// The program that a client file becomes: chooses clients, lets them run, and judges them.
#ifndef SLEAVE_CLIENT_PROGRAM_HPP
#define SLEAVE_CLIENT_PROGRAM_HPP

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "../ready.h"
#include "choices.hpp"
#include "core.hpp"
#include "execution.hpp"
#include "judgment.hpp"
#include "stuck.hpp"
#include "hooks.hpp"

namespace sleave {
namespace client {

// "main: push(1); T1: push(2), pop(); T2: pop()"
inline std::string text_of_client(const Subject& subject, const Client& client) {
  const auto text = [&](const std::string& name, const std::vector<Call>& calls) {
    std::string list;
    for (const Call& call : calls) list += (list.empty() ? name + ": " : ", ") + text_of_call(subject, Phase::threads, call, {});
    return list;
  };
  std::string all = text("main", client.before);
  for (std::size_t i = 0; i < client.threads.size(); ++i) {
    all += (all.empty() ? "" : "; ") + text("T" + std::to_string(i + 1), client.threads[i]);
  }
  return all;
}

struct RunningClient {
  const Subject& subject;
  const Contract& contract;
  const Client& client;
};

// The place of an exception that no order of some of the calls lets a call throw.
inline void report_exception(const Subject& subject, const Client& client, const History& history) {
  const std::optional<std::size_t> call = Hints(subject, client.made, history).wrong_exception();
  if (!call) return;
  const int first = static_cast<int>(client.before.size()) + 1;
  __sleave_wrong_exception(static_cast<unsigned>(history[*call].call.number - first));
}

// What is to be reported of a run in which no thread can continue; null: nothing is known of it.
inline const char* judge_stuck(void* given, int in_search) {
  static std::string text;
  const auto& [subject, contract, client] = *static_cast<RunningClient*>(given);
  if (recorded_so_far == nullptr) return nullptr;
  text = StuckRun(subject, contract, client, *recorded_so_far).judged(in_search != 0);
  return text.c_str();
}

inline void run_and_judge(const Subject& subject, const char* name, const Contract& contract, const Client& client) {
  RunningClient running{subject, contract, client};
  if (__sleave_when_stuck != nullptr) __sleave_when_stuck(judge_stuck, &running);
  const History history = Execution(subject, client).run();
  if (__sleave_when_stuck != nullptr) __sleave_when_stuck(nullptr, nullptr);
  const bool in_search = __sleave_serial_begins != nullptr && __sleave_serial_begins() != 0;
  const std::optional<std::string> reason = violation(subject, contract, client, history, in_search);
  if (reason && __sleave_wrong_exception != nullptr) report_exception(subject, client, history);
  if (__sleave_serial_ends != nullptr) __sleave_serial_ends();
  if (!reason) return;
  const std::string text = name + std::string(" is not ") + words_of(contract) + "\n" + *reason;
  if (__sleave_not_linearizable != nullptr) __sleave_not_linearizable(text.c_str());
  std::fputs(text.c_str(), stderr);
  std::abort();
}

inline void run_client(const Subject& subject, const char* name, const Contract& contract, const Client& client) {
  const std::string words = text_of_client(subject, client);
  if (__sleave_client != nullptr) __sleave_client(words.c_str());
  if (__sleave_memory_begins != nullptr) __sleave_memory_begins();
  run_and_judge(subject, name, contract, client);
  if (__sleave_memory_ends != nullptr) __sleave_memory_ends();
}

// As __sleave_expect_progress() takes it; of no name, none is claimed.
inline std::optional<int> progress_named(const std::string& name) {
  if (name.empty()) return 0;
  if (name == "obstruction-free") return 1;
  return name == "lock-free" ? std::optional<int>(2) : std::nullopt;
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

inline const Operation* operation_named(const Subject& subject, const std::string& name) {
  for (std::size_t i = 0; i < subject.count(Phase::threads); ++i) {
    if (subject.operation(Phase::threads, i).name == name) return &subject.operation(Phase::threads, i);
  }
  return nullptr;
}

inline std::string problem_of(const Subject& subject, const Operation& operation) {
  for (const Argument& argument : operation.arguments) {
    if (argument.maker.empty()) continue;
    const Operation* maker = operation_named(subject, argument.maker);
    if (maker == nullptr) return operation.name + ": no operation " + argument.maker;
    if (maker->handle_type() != *argument.type) return operation.name + ": returned_by<T>: " + argument.maker + " returns another type";
    if (maker->compared != Compared::exactly) return operation.name + ": the result of " + argument.maker + " is weak";
  }
  return "";
}

inline bool has_role(const Subject& subject, Role role) {
  for (std::size_t i = 0; i < subject.count(Phase::threads); ++i) {
    if (subject.operation(Phase::threads, i).role == role) return true;
  }
  return false;
}

// What is wrong with a subject or a size; empty: nothing.
inline std::string problem_of(const Subject& subject, const Size& size, const Contract& contract) {
  if (subject.count(Phase::threads) == 0) return "a client needs an operation";
  if (!model_named(subject.model())) return "no model " + subject.model();
  if (contract.kind == Contract::Kind::fifo_per_producer && !has_role(subject, Role::inserts)) return "which operation inserts()?";
  if (!subject.can_make()) return "a class without a default constructor needs make()";
  for (std::size_t i = 0; i < subject.count(Phase::threads); ++i) {
    std::string problem = problem_of(subject, subject.operation(Phase::threads, i));
    if (!problem.empty()) return problem;
  }
  if (size.threads < 2 || size.calls < 2) return "a client needs two threads and two calls";
  const double calls = static_cast<double>(size.calls) + size.before;
  if (calls + static_cast<double>(subject.count(Phase::final) * subject.objects()) > static_cast<double>(kMostCalls)) {
    return "a client has at most " + std::to_string(kMostCalls) + " calls";
  }
  return "";
}

// Whether objects can be made at all, and whether the final part ends, is shown by the exit code.
inline int make_one(const Subject& subject, bool with_final_part) {
  if (!subject.can_make()) return 2;
  Client client;
  client.made.choices.resize(subject.make_choices().size());
  alarm(5);  // it may wait for ever
  if (with_final_part) {
    Execution(subject, client).run();
  } else {
    subject.delete_object(subject.make_object(client.made));
  }
  return 0;
}

// Whether calls fill an object that has room for more elements than small clients insert. A model knows single calls only.
inline bool can_be_filled(const Subject& subject, const Contract& contract) {
  if (!subject.can_make() || !subject.model().empty() || contract.kind == Contract::Kind::fifo_per_producer) return false;
  alarm(5);  // it may wait for ever
  Client client;
  client.made.choices.resize(subject.make_choices().size());
  for (std::size_t i = 0; i < subject.count(Phase::threads); ++i) {
    const Operation& operation = subject.operation(Phase::threads, i);
    if (!can_fill(operation)) continue;
    client.before = {Call{i, std::vector<std::size_t>(operation.arguments.size()), 1, 0, true}};
    const int times = std::atoi(Execution(subject, client).run()[0].result.c_str());
    if (times > 2 && times < static_cast<int>(kMostToFill)) return true;
  }
  return false;
}

inline const char* nothing_to_report(void* /*argument*/, int /*in_search*/) { return ""; }

// Every operation, to see which branches its arguments decide.
inline int run_all(const Subject& subject, int order) {
  if (__sleave_when_stuck != nullptr) __sleave_when_stuck(nothing_to_report, nullptr);
  Execution(subject, client_of_all(subject, order)).run();
  return 0;
}

inline int hex_digit(char c) {
  const char* digits = "0123456789abcdef";
  const char* found = c == 0 ? nullptr : std::strchr(digits, c);
  return found == nullptr ? -1 : static_cast<int>(found - digits);
}

// "0:67120000": the pool, and the bytes of the value; false: it is none.
inline bool add_value(Subject& subject, const std::string& word) {
  const std::size_t colon = word.find(':');
  if (colon == std::string::npos || colon == 0 || colon > 9 || word.size() % 2 == colon % 2) return false;
  if (word.find_first_not_of("0123456789") != colon) return false;
  std::string bytes;
  for (std::size_t i = colon + 1; i < word.size(); i += 2) {
    const int high = hex_digit(word[i]);
    const int low = hex_digit(word[i + 1]);
    if (high < 0 || low < 0) return false;
    bytes += static_cast<char>(16 * high + low);
  }
  return subject.add_value(static_cast<std::size_t>(std::stoi(word)), bytes);
}

inline int print_pools(const Subject& subject) {
  for (const std::string& text : subject.pool_texts()) std::printf("%s\n", text.c_str());
  return 0;
}

SLEAVE_CLIENT_CORE int run_program(Subject& subject, const char* name, int count, char** words) {
  Size size;
  int rounds = 10'000;
  int seed = 1;
  bool asks_whether_filled = false;
  bool asks_for_pools = false;
  int order = -1;
  std::string contract_name = subject.contract();
  std::string progress_name = subject.progress();
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (read_number(word, "threads", size.threads) || read_number(word, "calls", size.calls) ||
        read_number(word, "before", size.before) || read_number(word, "rounds", rounds) || read_number(word, "seed", seed)) {
      continue;
    }
    if (word.compare(0, 11, "--contract=") == 0) {
      contract_name = word.substr(11);
      continue;
    }
    if (word.compare(0, 11, "--progress=") == 0) {
      progress_name = word.substr(11);
      continue;
    }
    if (word.compare(0, 8, "--value=") == 0 && add_value(subject, word.substr(8))) continue;
    if (word == "--pools") {
      asks_for_pools = true;
      continue;
    }
    if (read_number(word, "solve", order)) continue;
    if (word == "--make") return make_one(subject, false);
    if (word == "--final") return make_one(subject, true);
    if (word == "--fills") {
      asks_whether_filled = true;
      continue;
    }
    if (word == "--fill") {
      size.fills = true;
      continue;
    }
    if (word == "--exactly") {
      size.exactly = true;
      continue;
    }
    std::fprintf(stderr, "%s: unknown option %s\nuse --threads=N --calls=N --before=N --exactly --fill --contract=NAME --progress=NAME --value=POOL:BYTES --rounds=N --seed=N\n", words[0], words[i]);
    return 2;
  }
  if (asks_for_pools) return print_pools(subject);
  const std::optional<Contract> contract = contract_named(contract_name);
  const std::optional<int> progress = progress_named(progress_name);
  const std::string problem = !contract   ? "no contract " + contract_name
                              : !progress ? "no progress " + progress_name
                                          : problem_of(subject, size, *contract);
  if (!problem.empty()) {
    std::fprintf(stderr, "%s: %s\n", words[0], problem.c_str());
    return 2;
  }
  if (asks_whether_filled) return can_be_filled(subject, *contract) ? 0 : 1;
  if (order >= 0) return run_all(subject, order);
  const ClientChooser chooser(subject, size);
  sleave_ready();  // all so far is the same in every run
  if (__sleave_expect_progress != nullptr) __sleave_expect_progress(*progress);
  if (__sleave_choose != nullptr) {
    SearchedChoices choices;
    run_client(subject, name, *contract, chooser.choose(choices));
    return 0;
  }
  RandomChoices choices(static_cast<std::uint64_t>(seed));
  for (int round = 0; round < rounds; ++round) {
    const Client client = chooser.choose(choices);
    if (!choices.excluded()) run_client(subject, name, *contract, client);
  }
  return 0;
}

}  // namespace client
}  // namespace sleave

#endif

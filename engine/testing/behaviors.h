// Brute force: everything a test program can do, by running its interleavings on the Machine of machine.h.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/testing/machine.h"
#include "engine/testing/program.h"

namespace sleave::graph::test {

// The name of a class and of those that an exchange of alike threads turns it into: the first of their names.
inline std::string orbit_name(const Machine& machine, const std::vector<std::uint32_t>& alike) {
  if (alike.empty()) return machine.class_name();
  std::vector<std::size_t> numbers(machine.threads());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  std::vector<std::uint32_t> exchanged = alike;
  std::string first = machine.class_name(numbers);
  while (std::next_permutation(exchanged.begin(), exchanged.end())) {
    for (std::size_t i = 0; i < alike.size(); ++i) numbers[alike[i]] = exchanged[i];
    first = std::min(first, machine.class_name(numbers));
  }
  return first;
}

// Everything a program can do, up to an exchange of alike threads if there are any.
struct Behaviors {
  std::set<std::string> complete;  // classes
  std::set<std::string> deadlocked;
  std::set<std::string> final_states;
  std::set<std::string> failures;  // places
  bool too_many = false;

  void add(const Machine& machine, const std::vector<std::uint32_t>& alike = {}) {
    if (machine.failed()) {
      std::string place = machine.failure();
      const auto thread = static_cast<std::uint32_t>(place[0] - '0');
      if (std::find(alike.begin(), alike.end(), thread) != alike.end()) place[0] = 'a';
      failures.insert(place);
      return;
    }
    (machine.complete() ? complete : deadlocked).insert(orbit_name(machine, alike));
    if (alike.empty()) final_states.insert(machine.final_state());
  }
};

// Runs every interleaving, or those with a bounded number of interferences, but continues only once from each prefix
// class.
inline Behaviors enumerate(const Program& program, std::size_t most_prefixes,
                           unsigned most_interferences = std::numeric_limits<unsigned>::max()) {
  Behaviors all;
  std::set<std::string> seen;
  std::vector<Machine> open{Machine(program)};
  while (!open.empty()) {
    const Machine machine = std::move(open.back());
    open.pop_back();
    bool ended = true;
    for (std::size_t thread = 0; thread < machine.threads(); ++thread) {
      ended = ended && !machine.is_patient(thread);
      if (!machine.enabled(thread)) continue;
      ended = false;
      for (unsigned choice = 0; choice < machine.choices(thread); ++choice) {
        Machine next = machine;
        next.run(thread, choice);
        if (next.interferences() > most_interferences || !seen.insert(next.class_name()).second) continue;
        open.push_back(std::move(next));
      }
    }
    if (ended) all.add(machine, program.alike);
    if (seen.size() > most_prefixes) {
      all.too_many = true;
      return all;
    }
  }
  return all;
}

// The classes that some interleaving with at most `most` preemptions has: switches away from a thread that could
// continue.
inline Behaviors enumerate_preempting(const Program& program, unsigned most) {
  struct Open {
    Machine machine;
    std::size_t last;
    unsigned cost;
  };
  Behaviors all;
  std::map<std::string, unsigned> cheapest;  // by class and last thread
  std::vector<Open> open{{Machine(program), program.threads.size(), 0}};
  while (!open.empty()) {
    const Open from = std::move(open.back());
    open.pop_back();
    const bool could = from.last < program.threads.size() && from.machine.enabled(from.last);
    bool ended = true;
    for (std::size_t thread = 0; thread < from.machine.threads(); ++thread) {
      if (!from.machine.enabled(thread)) continue;
      ended = false;
      const unsigned cost = from.cost + (could && thread != from.last ? 1 : 0);
      for (unsigned choice = 0; cost <= most && choice < from.machine.choices(thread); ++choice) {
        Open next{from.machine, thread, cost};
        next.machine.run(thread, choice);
        const std::string key = next.machine.class_name() + "/" + std::to_string(thread);
        const auto [known, fresh] = cheapest.try_emplace(key, cost);
        if (!fresh && known->second <= cost) continue;
        known->second = cost;
        open.push_back(std::move(next));
      }
    }
    if (ended) all.add(from.machine);
  }
  return all;
}

// The classes with at most `most` reads of what another thread has written.
inline Behaviors enumerate_interfering(const Program& program, unsigned most) {
  return enumerate(program, std::numeric_limits<std::size_t>::max(), most);
}

}  // namespace sleave::graph::test

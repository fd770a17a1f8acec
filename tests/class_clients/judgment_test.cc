// Contracts against brute force, which writes their definitions down once more.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <map>
#include <numeric>
#include <random>
#include <sleave/client/judgment.hpp>

// No runtime is there: nothing is told to a search.
namespace sleave::client {
namespace {

int histories() {
  return std::getenv("SLEAVE_TEST_SIZE") != nullptr && std::string(std::getenv("SLEAVE_TEST_SIZE")) == "full" ? 100'000
                                                                                                              : 3'000;
}

using Items = std::deque<int>;

// push(its number) and pop().
struct QueueOperation final : Operation {
  explicit QueueOperation(Role given) : Operation(given == Role::inserts ? "push" : "pop") { role = given; }
  std::string perform_once(const Objects& objects, const Call& call, Handles&, const CallTime&) const override {
    Items& items = *static_cast<Items*>(objects.receiver(call));
    if (role == Role::inserts) return items.push_back(call.number), "";
    if (items.empty()) return "nothing";
    const std::string first = std::to_string(items.front());
    items.pop_front();
    return first;
  }
  std::vector<std::string> argument_texts(const Call& call, const std::vector<std::string>&) const override {
    return role == Role::inserts ? std::vector<std::string>{std::to_string(call.number)} : std::vector<std::string>{};
  }
  const std::type_info& handle_type() const override { return typeid(void); }
};

struct QueueSubject final : Subject {
  std::size_t count(Phase phase) const override { return phase == Phase::final ? 0 : 2; }
  const Operation& operation(Phase, std::size_t index) const override { return operations_[index]; }
  std::vector<std::size_t> make_choices() const override { return {}; }
  bool can_make() const override { return true; }
  void* make_object(const Call&) const override { return new Items(); }
  void delete_object(void* object) const override { delete static_cast<Items*>(object); }
  const std::string& contract() const override { return none_; }
  const std::string& model() const override { return none_; }
  const std::string& progress() const override { return none_; }
  std::size_t objects() const override { return 1; }

 private:
  QueueOperation operations_[2] = {QueueOperation(Role::inserts), QueueOperation(Role::removes)};
  std::string none_;
};

// Calls of up to three threads at random times, with results of an order near to theirs.
History random_history(std::mt19937& engine) {
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(engine()) % bound; };
  const std::size_t count = 2 + below(4);
  std::vector<std::uint64_t> clocks(4);
  History history;
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t thread = 1 + below(3);
    const std::uint64_t first = clocks[thread] + 1 + below(12);
    clocks[thread] = first + 1 + below(12);
    const Call call{below(2), {}, static_cast<int>(i) + 1, 0};
    history.push_back(
        {call, static_cast<int>(thread), Phase::threads, {4 * first + thread, 4 * clocks[thread] + thread}, "", false});
  }
  std::sort(history.begin(), history.end(), [](const Recorded& a, const Recorded& b) {
    return std::pair(a.thread, a.time.first) < std::pair(b.thread, b.time.first);
  });
  for (std::size_t i = 0; i < count; ++i) order.emplace_back(history[i].time.first + below(60), i);
  std::sort(order.begin(), order.end());
  Items items;
  for (const auto& [time, call] : order) {
    Recorded& recorded = history[call];
    if (recorded.call.operation == 0) {
      items.push_back(recorded.call.number);
    } else if (items.empty() || below(6) == 0) {
      recorded.result = "nothing";
    } else {
      const std::size_t place = below(3) == 0 ? below(items.size()) : 0;
      recorded.result = std::to_string(items[place]);
      items.erase(items.begin() + static_cast<std::ptrdiff_t>(place));
    }
  }
  return history;
}

using Order = std::vector<std::size_t>;

bool is_queue(const History& history, const Order& order) {
  Items items;
  for (std::size_t call : order) {
    const Recorded& recorded = history[call];
    if (recorded.call.operation == 0) {
      items.push_back(recorded.call.number);
    } else if (recorded.result != (items.empty() ? "nothing" : std::to_string(items.front()))) {
      return false;
    } else if (!items.empty()) {
      items.pop_front();
    }
  }
  return true;
}

bool is_queue_per_producer(const History& history, const Order& order) {
  std::map<int, Items> items;
  for (std::size_t call : order) {
    const Recorded& recorded = history[call];
    if (recorded.call.operation == 0) {
      items[recorded.thread].push_back(recorded.call.number);
    } else if (recorded.result != "nothing") {
      const auto from = std::find_if(items.begin(), items.end(), [&](const auto& each) {
        return !each.second.empty() && std::to_string(each.second.front()) == recorded.result;
      });
      if (from == items.end()) return false;
      from->second.pop_front();
    }
  }
  return true;
}

bool precedes_in_time(const Recorded& a, const Recorded& b) { return a.time.last < b.time.first; }

// A moment between the two, right after some event, at which nothing is under way.
bool precedes_quietly(const History& history, const Recorded& a, const Recorded& b) {
  for (std::uint64_t event = a.time.last; event < b.time.first; ++event) {
    const auto is_under_way = [&](const Recorded& each) {
      return each.time.first <= event && event + 1 <= each.time.last;
    };
    if (std::none_of(history.begin(), history.end(), is_under_way)) return true;
  }
  return false;
}

template <typename Precedes>
bool is_kept(const History& history, const Order& order, Precedes precedes) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      if (precedes(order[j], order[i])) return false;
    }
  }
  return !history.empty();
}

std::vector<Order> all_orders(std::size_t count) {
  Order order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<Order> all;
  do all.push_back(order);
  while (std::next_permutation(order.begin(), order.end()));
  return all;
}

bool are_near(const Order& a, const Order& b, std::size_t distance) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto j = static_cast<std::size_t>(std::find(b.begin(), b.end(), a[i]) - b.begin());
    if ((i < j ? j - i : i - j) > distance) return false;
  }
  return true;
}

bool by_brute_force(const History& history, const Contract& contract) {
  const std::vector<Order> orders = all_orders(history.size());
  const auto own = [&](std::size_t a, std::size_t b) { return history[a].thread == history[b].thread && a < b; };
  const auto in_time = [&](std::size_t a, std::size_t b) { return precedes_in_time(history[a], history[b]); };
  const auto quietly = [&](std::size_t a, std::size_t b) { return precedes_quietly(history, history[a], history[b]); };
  return std::any_of(orders.begin(), orders.end(), [&](const Order& order) {
    switch (contract.kind) {
      case Contract::Kind::sequential:
        return is_kept(history, order, own) && is_queue(history, order);
      case Contract::Kind::quiescent:
        return is_kept(history, order, quietly) && is_queue(history, order);
      case Contract::Kind::fifo_per_producer:
        return is_kept(history, order, in_time) && is_queue_per_producer(history, order);
      case Contract::Kind::quasi:
        return is_kept(history, order, in_time) && std::any_of(orders.begin(), orders.end(), [&](const Order& other) {
                 return are_near(order, other, contract.distance) && is_queue(history, other);
               });
      default:
        return is_kept(history, order, in_time) && is_queue(history, order);
    }
  });
}

class Contracts : public testing::TestWithParam<const char*> {};

TEST_P(Contracts, AreJudgedAsByBruteForce) {
  const QueueSubject subject;
  const Contract contract = *contract_named(GetParam());
  std::mt19937 engine(1);
  int right = 0;
  for (int i = 0; i < histories(); ++i) {
    const History history = random_history(engine);
    const bool expected = by_brute_force(history, contract);
    ASSERT_EQ(!violation(subject, contract, Client(), history, false), expected) << i << "\n"
                                                                                 << text_of_history(subject, history);
    right += expected ? 1 : 0;
  }
  EXPECT_GT(right, histories() / 10);
  EXPECT_LT(right, histories());
}

INSTANTIATE_TEST_SUITE_P(Each, Contracts,
                         testing::Values("linearizable", "sequential", "quiescent", "quasi-1", "quasi-2",
                                         "fifo-per-producer"));

// Main's calls have no times under Sleave, and their own clock elsewhere.
History with_calls_of_main(const History& threads, std::mt19937& engine) {
  const auto main_calls = [&](Phase phase, int number) {
    History calls;
    for (std::size_t i = engine() % 3; i > 0; --i) {
      const std::size_t operation = phase == Phase::final ? 1 : engine() % 2;
      const std::string found = engine() % 2 == 0 ? "nothing" : std::to_string(1 + engine() % 10);
      calls.push_back({Call{operation, {}, number, 0}, 0, phase, {0, 0}, operation == 0 ? "" : found, false});
      ++number;
    }
    return calls;
  };
  History all = main_calls(Phase::before, 20);
  all.insert(all.end(), threads.begin(), threads.end());
  const History final = main_calls(Phase::final, 30);
  all.insert(all.end(), final.begin(), final.end());
  return all;
}

TEST(Monitors, KeepThePhasesOfMain) {
  std::mt19937 engine(7);
  const QueueSubject subject;
  int right = 0;
  int wrong = 0;
  for (int i = 0; i < histories(); ++i) {
    const History history = with_calls_of_main(random_history(engine), engine);
    if (history.size() > 7) continue;  // brute force
    const auto precedes = [&](std::size_t a, std::size_t b) {
      if (history[a].phase != history[b].phase) return history[a].phase < history[b].phase;
      return history[a].thread == history[b].thread ? a < b : precedes_in_time(history[a], history[b]);
    };
    const std::vector<Order> orders = all_orders(history.size());
    const bool expected = std::any_of(orders.begin(), orders.end(), [&](const Order& order) {
      return is_kept(history, order, precedes) && is_queue(history, order);
    });
    const std::optional<bool> verdict = monitored(subject, Model::queue, history);
    if (!verdict) continue;
    EXPECT_EQ(*verdict, expected) << text_of_history(subject, history);
    ++(expected ? right : wrong);
  }
  EXPECT_GT(right, 20);
  EXPECT_GT(wrong, 20);
}

TEST(Contracts, HaveNames) {
  EXPECT_FALSE(contract_named("quasi-0"));
  EXPECT_FALSE(contract_named("quasi-"));
  EXPECT_FALSE(contract_named("fifo"));
  EXPECT_EQ(contract_named("")->kind, Contract::Kind::linearizable);
}

}  // namespace
}  // namespace sleave::client

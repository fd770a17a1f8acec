// Orderings against brute force: every subset of the events, in every order, with everything chosen or not.
#include "engine/solve/ordering.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "engine/base/test_size.h"
#include "engine/solve/backends/make_solver.h"

namespace sleave::solve {
namespace {

using Statement = Ordering::Statement;

unsigned queries() { return test_size(300, 3'000, 20'000); }

Ordering random_ordering(std::mt19937& random) {
  const std::uint32_t events = 2 + random() % 4;
  Ordering ordering(events);
  for (unsigned i = random() % 3; i > 0; --i) ordering.add_choice();
  for (unsigned i = 3 + random() % 15; i > 0; --i) {
    std::vector<Statement> clause;
    for (unsigned k = 1 + random() % 3; k > 0; --k) {
      const std::uint32_t a = random() % events;
      const auto choice = static_cast<std::uint32_t>(random() % std::max<std::size_t>(ordering.choices(), 1));
      switch (random() % (ordering.choices() == 0 ? 4 : 6)) {
        case 0:
          clause.push_back(Ordering::happens(a));
          break;
        case 1:
          clause.push_back(Ordering::is_absent(a));
          break;
        case 4:
          clause.push_back(Ordering::is_chosen(choice));
          break;
        case 5:
          clause.push_back(Ordering::is_not_chosen(choice));
          break;
        default:
          clause.push_back(Ordering::before(a, (a + 1 + random() % (events - 1)) % events));
      }
    }
    ordering.add(clause);
  }
  return ordering;
}

// One way to have it: the place of each event, and bits.
struct Way {
  std::vector<std::uint32_t> places;
  unsigned happens = 0;
  unsigned chosen = 0;
};

bool holds(const Statement& statement, const Way& way) {
  switch (statement.kind) {
    case Statement::Kind::happens:
      return (way.happens >> statement.a & 1) != 0;
    case Statement::Kind::is_absent:
      return (way.happens >> statement.a & 1) == 0;
    case Statement::Kind::before:
      return way.places[statement.a] < way.places[statement.b];
    case Statement::Kind::is_chosen:
      return (way.chosen >> statement.a & 1) != 0;
    default:
      return (way.chosen >> statement.a & 1) == 0;
  }
}

bool holds(const Ordering& ordering, const Way& way) {
  for (std::size_t i = 0; i < ordering.clauses(); ++i) {
    const auto clause = ordering.clause(i);
    if (std::none_of(clause.begin(), clause.end(), [&](const Statement& one) { return holds(one, way); })) return false;
  }
  return true;
}

// The first way in which all clauses hold and, if `order` is given, these events happen in this order and no others.
bool is_possible(const Ordering& ordering, const std::vector<Ordering::Event>* order) {
  Way way{std::vector<std::uint32_t>(ordering.events())};
  std::iota(way.places.begin(), way.places.end(), 0);
  do {
    for (way.happens = 0; way.happens < 1u << ordering.events(); ++way.happens) {
      if (order != nullptr) {
        unsigned wanted = 0;
        for (const Ordering::Event event : *order) wanted |= 1u << event;
        const bool sorted =
            std::is_sorted(order->begin(), order->end(), [&](auto a, auto b) { return way.places[a] < way.places[b]; });
        if (wanted != way.happens || !sorted) continue;
      }
      for (way.chosen = 0; way.chosen < 1u << ordering.choices(); ++way.chosen) {
        if (holds(ordering, way)) return true;
      }
    }
  } while (std::next_permutation(way.places.begin(), way.places.end()));
  return false;
}

TEST(Ordering, AnswersAreThoseOfBruteForce) {
  std::mt19937 random(1);
  unsigned possible = 0;
  for (unsigned i = 0; i < queries(); ++i) {
    const Ordering ordering = random_ordering(random);
    const OrderingAnswer answer = solve(ordering, kUsualWork);
    ASSERT_NE(answer.verdict, Verdict::unknown);
    ASSERT_EQ(answer.verdict == Verdict::satisfiable, is_possible(ordering, nullptr)) << "query " << i;
    if (answer.verdict != Verdict::satisfiable) continue;
    ASSERT_TRUE(is_possible(ordering, &answer.order)) << "query " << i;
    ++possible;
  }
  EXPECT_GT(possible, queries() / 10);
  EXPECT_LT(possible, queries() - queries() / 10);
}

TEST(Ordering, IsGivenUpAfterSoMuchWorkAndAlwaysTheSame) {
  constexpr std::uint32_t kHoles = 9;  // more events than places between two of them
  Ordering ordering(kHoles + 1);
  std::vector<std::vector<std::uint32_t>> in(kHoles + 1);
  for (auto& own : in) {
    std::vector<Statement> somewhere;
    for (std::uint32_t hole = 0; hole < kHoles; ++hole) {
      own.push_back(ordering.add_choice());
      somewhere.push_back(Ordering::is_chosen(own.back()));
    }
    ordering.add(somewhere);
  }
  for (std::uint32_t hole = 0; hole < kHoles; ++hole) {
    for (std::size_t a = 0; a < in.size(); ++a) {
      for (std::size_t b = a + 1; b < in.size(); ++b) {
        ordering.add({Ordering::is_not_chosen(in[a][hole]), Ordering::is_not_chosen(in[b][hole])});
      }
    }
  }
  const OrderingAnswer answer = solve(ordering, 20'000);
  EXPECT_EQ(answer.verdict, Verdict::unknown);
  EXPECT_GT(answer.work, 10'000u);
  EXPECT_EQ(solve(ordering, 20'000).work, answer.work);
}

}  // namespace
}  // namespace sleave::solve

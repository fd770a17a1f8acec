#include "engine/orders/order_search.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/rng.h"

namespace sleave {
namespace {

constexpr OrderedKind kKinds[] = {OrderedKind::load, OrderedKind::store, OrderedKind::update, OrderedKind::fence};

using Orders = std::vector<sleave_order>;

bool is_at_least(sleave_order a, sleave_order b) { return a == b || is_weaker(b, a); }

bool are_at_least(const Orders& a, const Orders& b) { return std::equal(a.begin(), a.end(), b.begin(), is_at_least); }

// Passes with orders that are at least those of one of some assignments: every monotone predicate is of this form.
class FakeProgram final : public OrderTester {
 public:
  explicit FakeProgram(std::uint64_t seed) : random_(seed) {
    for (std::size_t i = 2 + random_.below(3); i > 0; --i) {
      OrderPlace place;
      place.kind = kKinds[random_.below(std::size(kKinds))];
      place.line = static_cast<std::uint32_t>(i);
      place.own = drawn(place.kind);
      places_.push_back(place);
    }
    for (std::size_t i = 1 + random_.below(3); i > 0; --i) {
      Orders& enough = enough_.emplace_back();
      for (const OrderPlace& place : places_) enough.push_back(drawn(place.kind));
    }
    shown_.push_back(places_.front());
  }

  Result<OrderTest> test(const Orders& orders) override {
    const bool passes = allows(completed(orders));
    if (shown_.size() < places_.size()) shown_.push_back(places_[shown_.size()]);  // one more in each test
    return OrderTest{passes ? OrderTest::End::complete : OrderTest::End::failed, passes ? "" : "failure"};
  }

  [[nodiscard]] const std::vector<OrderPlace>& places() const override { return shown_; }

  [[nodiscard]] bool allows(const Orders& orders) const {
    return std::any_of(enough_.begin(), enough_.end(), [&](const Orders& each) { return are_at_least(orders, each); });
  }

  [[nodiscard]] Orders completed(Orders orders) const {
    for (std::size_t i = orders.size(); i < places_.size(); ++i) orders.push_back(places_[i].own);
    return orders;
  }

 private:
  sleave_order drawn(OrderedKind kind) {
    const auto orders = orders_for(kind);
    return orders[random_.below(orders.size())];
  }

  Rng random_;
  std::vector<OrderPlace> places_;
  std::vector<OrderPlace> shown_;
  std::vector<Orders> enough_;
};

TEST(OrderSearch, EndsWhereNoSingleOrderCanBeWeaker) {
  for (std::uint64_t seed = 1; seed <= 2'000; ++seed) {
    FakeProgram program(seed);
    const bool passes = program.allows(program.completed({}));
    const Result<OrderReport> report = find_needed_orders(program, [](const OrderPlace*, std::uint64_t) {});
    ASSERT_TRUE(report.ok());
    ASSERT_TRUE(report->is_about_orders()) << seed;
    EXPECT_EQ(report->own_failure.empty(), passes) << seed;
    EXPECT_TRUE(report->complete) << seed;
    Orders needed;
    for (const OrderRow& row : report->rows) needed.push_back(row.needed);
    needed = program.completed(needed);
    EXPECT_TRUE(program.allows(needed)) << seed;
    for (std::size_t i = 0; i < report->rows.size(); ++i) {
      EXPECT_TRUE(report->rows[i].tried) << seed;
      for (const sleave_order order : orders_for(report->rows[i].place.kind)) {
        if (!is_weaker(order, needed[i])) continue;
        Orders weaker = needed;
        weaker[i] = order;
        EXPECT_FALSE(program.allows(weaker)) << seed << " place " << i;
      }
    }
  }
}

// Fails whatever the orders are, or says nothing.
class OneAnswer final : public OrderTester {
 public:
  explicit OneAnswer(OrderTest answer) : answer_(std::move(answer)) {}
  Result<OrderTest> test(const Orders& /*orders*/) override {
    ++tests;
    return answer_;
  }
  [[nodiscard]] const std::vector<OrderPlace>& places() const override { return places_; }

  int tests = 0;

 private:
  OrderTest answer_;
  std::vector<OrderPlace> places_{1};
};

TEST(OrderSearch, FailuresThatAreNoMatterOfOrders) {
  OneAnswer program({OrderTest::End::failed, "crash at a.cc:1"});
  const Result<OrderReport> report = find_needed_orders(program, [](const OrderPlace*, std::uint64_t) {});
  ASSERT_TRUE(report.ok());
  EXPECT_FALSE(report->is_about_orders());
  EXPECT_EQ(report->strongest_failure, "crash at a.cc:1");
  EXPECT_FALSE(report->rows[0].tried);
  EXPECT_EQ(program.tests, 2);
}

TEST(OrderSearch, StoppedTestsShowNothing) {
  OneAnswer program({OrderTest::End::stopped});
  const Result<OrderReport> report = find_needed_orders(program, [](const OrderPlace*, std::uint64_t) {});
  ASSERT_TRUE(report.ok());
  EXPECT_TRUE(report->stopped);
  EXPECT_FALSE(report->complete);
  EXPECT_EQ(program.tests, 1);
}

}  // namespace
}  // namespace sleave

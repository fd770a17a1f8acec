#include "engine/orders/order_lattice.h"

#include <gtest/gtest.h>

namespace sleave {
namespace {

constexpr OrderedKind kKinds[] = {OrderedKind::load,
                                  OrderedKind::store,
                                  OrderedKind::update,
                                  OrderedKind::compare_exchange,
                                  OrderedKind::failed_compare_exchange,
                                  OrderedKind::fence};

TEST(OrderLattice, WeakestFirst) {
  for (const OrderedKind kind : kKinds) {
    const auto orders = orders_for(kind);
    EXPECT_EQ(orders.front(), SLEAVE_ORDER_relaxed);
    EXPECT_EQ(orders.back(), SLEAVE_ORDER_seq_cst);
    for (std::size_t i = 0; i < orders.size(); ++i) {
      EXPECT_FALSE(is_weaker(orders[i], orders[i]));
      for (std::size_t later = i + 1; later < orders.size(); ++later) {
        EXPECT_FALSE(is_weaker(orders[later], orders[i]));
        const bool apart = orders[i] == SLEAVE_ORDER_acquire && orders[later] == SLEAVE_ORDER_release;
        EXPECT_EQ(is_weaker(orders[i], orders[later]), !apart) << orders[i] << " " << orders[later];
      }
    }
  }
}

TEST(OrderLattice, ConsumeIsAcquire) {
  EXPECT_FALSE(is_weaker(SLEAVE_ORDER_consume, SLEAVE_ORDER_acquire));
  EXPECT_FALSE(is_weaker(SLEAVE_ORDER_acquire, SLEAVE_ORDER_consume));
  EXPECT_TRUE(is_weaker(SLEAVE_ORDER_relaxed, SLEAVE_ORDER_consume));
  EXPECT_TRUE(is_weaker(SLEAVE_ORDER_consume, SLEAVE_ORDER_seq_cst));
}

TEST(OrderLattice, Words) {
  EXPECT_EQ(order_words(OrderedKind::load, SLEAVE_ORDER_relaxed), "relaxed");
  EXPECT_EQ(order_words(OrderedKind::fence, SLEAVE_ORDER_relaxed), "none");
  EXPECT_EQ(order_words(OrderedKind::fence, SLEAVE_ORDER_acq_rel), "acq_rel");
  EXPECT_EQ(kind_words(OrderedKind::failed_compare_exchange), "failed compare-exchange");
}

}  // namespace
}  // namespace sleave

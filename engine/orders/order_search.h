// Which memory orders a program needs: the orders of its places, weakened one by one as far as it still passes.
//
// Weaker orders allow more executions, never fewer. So if a place fails with an order while others are stronger, it
// also fails when these are weaker, and one pass over the places ends where no single order can be weaker: a local
// minimum. Other assignments may be minimal, too. Where the program fails with its own orders, the pass begins with
// seq_cst everywhere, and first goes back to its own orders.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/orders/order_places.h"

namespace sleave {

// Passed or failed with some orders.
struct OrderTest {
  enum class End { failed, complete, sampled, stopped };  // stopped: it says nothing
  End end = End::stopped;
  std::string failure{};  // "assertion failure at a.cc:12"

  [[nodiscard]] bool passed() const { return end == End::complete || end == End::sampled; }
};

class OrderTester {
 public:
  virtual ~OrderTester() = default;
  // `orders` by place; those behind its end are the program's own.
  virtual Result<OrderTest> test(const std::vector<sleave_order>& orders) = 0;
  // Tests may show more of them; known ones keep their numbers.
  [[nodiscard]] virtual const std::vector<OrderPlace>& places() const = 0;
};

struct OrderRow {
  OrderPlace place;
  sleave_order needed = SLEAVE_ORDER_relaxed;
  bool tried = false;                      // every weaker order than `needed` was tried, and failed
  std::optional<sleave_order> fails_with;  // the strongest that did,
  std::string failure{};                   // and how
};

struct OrderReport {
  std::string own_failure{};        // of the program as it is; empty: it passes
  std::string strongest_failure{};  // with seq_cst everywhere; empty: it passes, or was not tried
  bool complete = false;            // everything passes in an exhaustive search; else in samples
  bool stopped = false;             // the time was over, or the user stopped it
  std::uint64_t tests = 0;
  std::vector<OrderRow> rows{};

  [[nodiscard]] bool is_about_orders() const { return strongest_failure.empty(); }
};

// `progress` is called before each test with the place that it is about.
using OrderProgress = std::function<void(const OrderPlace* place, std::uint64_t tests)>;
Result<OrderReport> find_needed_orders(OrderTester& tester, const OrderProgress& progress);

}  // namespace sleave

#include "engine/orders/order_search.h"

#include <algorithm>
#include <utility>

namespace sleave {
namespace {

class OrderSearch {
 public:
  OrderSearch(OrderTester& tester, const OrderProgress& progress) : tester_(tester), progress_(progress) {}

  Result<OrderReport> run() {
    Result<OrderTest> own = test(nullptr);
    if (!own) return own.error();
    accept(*own);
    if (own->end == OrderTest::End::failed) {
      report_.own_failure = own->failure;
      if (Status begun = strengthen_all(); !begun) return begun.error();
      if (!report_.is_about_orders() || report_.stopped) return finished();
      if (Status done = for_each_place(Towards::own); !done) return done.error();
    }
    if (Status done = for_each_place(Towards::weakest); !done) return done.error();
    return finished();
  }

 private:
  enum class Towards { own, weakest };

  Result<OrderTest> test(const OrderPlace* place) {
    progress_(place, report_.tests++);
    Result<OrderTest> tested = tester_.test(orders_);
    learn();
    return tested;
  }

  // Places that the test has shown.
  void learn() {
    const std::vector<OrderPlace>& places = tester_.places();
    for (std::size_t i = orders_.size(); i < places.size(); ++i) {
      orders_.push_back(places[i].own);
      report_.rows.push_back({.place = places[i], .needed = places[i].own, .fails_with = std::nullopt});
    }
  }

  void accept(const OrderTest& test) {
    report_.stopped = report_.stopped || test.end == OrderTest::End::stopped;
    if (test.passed()) report_.complete = test.end == OrderTest::End::complete;
  }

  // Until a test has shown no further place.
  Status strengthen_all() {
    for (;;) {
      const std::size_t known = orders_.size();
      std::fill(orders_.begin(), orders_.end(), SLEAVE_ORDER_seq_cst);
      const Result<OrderTest> strongest = test(nullptr);
      if (!strongest) return strongest.error();
      accept(*strongest);
      if (report_.stopped) return ok();
      if (orders_.size() != known) continue;
      if (!strongest->passed()) report_.strongest_failure = strongest->failure;
      return ok();
    }
  }

  Status for_each_place(Towards towards) {
    for (std::size_t i = 0; i < orders_.size() && !report_.stopped; ++i) {
      if (Status done = weaken(i, towards); !done) return done;
    }
    return ok();
  }

  // To the weakest order that passes: below the program's own, or down to that at first.
  Status weaken(std::size_t place, Towards towards) {
    const sleave_order before = orders_[place];
    const sleave_order own = tester_.places()[place].own;
    for (const sleave_order order : orders_for(tester_.places()[place].kind)) {
      if (!is_weaker(order, before)) continue;
      if (towards == Towards::own && is_weaker(order, own)) continue;
      if (fails_for_sure(place, order)) continue;
      orders_[place] = order;
      const OrderPlace shown = tester_.places()[place];
      const Result<OrderTest> tested = test(&shown);
      if (!tested) return tested.error();
      accept(*tested);
      if (tested->passed()) return ok();
      orders_[place] = before;
      if (report_.stopped) return ok();
      note_failure(place, order, tested->failure);
    }
    return ok();
  }

  // It is no stronger than one that failed, with others that were no weaker.
  [[nodiscard]] bool fails_for_sure(std::size_t place, sleave_order order) const {
    const auto& failed = failed_.size() > place ? failed_[place] : kNone;
    return std::any_of(failed.begin(), failed.end(),
                       [&](sleave_order each) { return each == order || is_weaker(order, each); });
  }

  void note_failure(std::size_t place, sleave_order order, const std::string& failure) {
    if (failed_.size() <= place) failed_.resize(place + 1);
    failed_[place].push_back(order);
    OrderRow& row = report_.rows[place];
    row.fails_with = order;
    row.failure = failure;
  }

  OrderReport finished() {
    for (std::size_t i = 0; i < orders_.size(); ++i) {
      OrderRow& row = report_.rows[i];
      row.place = tester_.places()[i];
      row.needed = orders_[i];
      const auto weaker = orders_for(row.place.kind);
      row.tried = report_.is_about_orders() && std::all_of(weaker.begin(), weaker.end(), [&](sleave_order order) {
                    return !is_weaker(order, row.needed) || fails_for_sure(i, order);
                  });
    }
    return std::move(report_);
  }

  static inline const std::vector<sleave_order> kNone{};

  OrderTester& tester_;
  const OrderProgress& progress_;
  OrderReport report_;
  std::vector<sleave_order> orders_;               // by place
  std::vector<std::vector<sleave_order>> failed_;  // likewise
};

}  // namespace

Result<OrderReport> find_needed_orders(OrderTester& tester, const OrderProgress& progress) {
  return OrderSearch(tester, progress).run();
}

}  // namespace sleave

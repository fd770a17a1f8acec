#include "engine/orders/program_orders.h"

#include <algorithm>
#include <utility>

#include "engine/analyze/build.h"
#include "engine/find/same_failure.h"
#include "engine/orders/order_trials.h"
#include "engine/strategy/weak/consistent_runner.h"

namespace sleave {
namespace {

using Clock = OrderTrials::Clock;

// A test may take this part of the time that is left: there are many, but those of weak orders take longest, and a
// program that cannot be searched in it is sampled, within seconds.
constexpr int kTests = 4;

class TrialTester final : public OrderTester {
 public:
  TrialTester(const CampaignOptions& options, Runner& runner, Symbolizer& symbolizer)
      : options_(options), symbolizer_(symbolizer), trials_(options, runner, symbolizer) {}

  Result<OrderTest> test(const std::vector<sleave_order>& orders) override {
    if (is_limited() && Clock::now() >= end_) return OrderTest{OrderTest::End::stopped};
    const Result<OrderTrial> trial = trials_.run(orders, end_of_test());
    if (!trial) return trial.error();
    if (trial->exhaustion) exhaustion_ = trial->exhaustion;
    return tested(*trial);
  }

  [[nodiscard]] const std::vector<OrderPlace>& places() const override { return trials_.places().all(); }
  [[nodiscard]] const OrderTrials& trials() const { return trials_; }
  [[nodiscard]] const std::optional<Exhaustion>& exhaustion() const { return exhaustion_; }
  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

 private:
  [[nodiscard]] bool is_limited() const { return options_.time.count() != 0; }

  [[nodiscard]] std::optional<Clock::time_point> end_of_test() const {
    if (!is_limited()) return std::nullopt;
    const Clock::time_point now = Clock::now();
    return now + (end_ - now) / kTests;
  }

  OrderTest tested(const OrderTrial& trial) {
    switch (trial.end) {
      case OrderTrial::End::complete:
        return {OrderTest::End::complete};
      case OrderTrial::End::sampled:
        return {OrderTest::End::sampled};
      case OrderTrial::End::interrupted:
        return {OrderTest::End::stopped};
      case OrderTrial::End::failed:
        break;
    }
    const Finding finding = build_finding(trial.failure->trace, symbolizer_);
    const bool has_place = !finding.accesses.empty() || std::any_of(finding.stack.begin(), finding.stack.end(),
                                                                    [](const Frame& frame) { return frame.line != 0; });
    return {OrderTest::End::failed, finding.title + (has_place ? " at " + failing_place(finding) : "")};
  }

  const CampaignOptions& options_;
  Symbolizer& symbolizer_;
  OrderTrials trials_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point end_ = begin_ + options_.time;
  std::optional<Exhaustion> exhaustion_;
};

bool comes_before(const OrderRow& a, const OrderRow& b) {
  if (a.place.file != b.place.file) return a.place.file < b.place.file;
  if (a.place.line != b.place.line) return a.place.line < b.place.line;
  if (a.place.column != b.place.column) return a.place.column < b.place.column;
  return std::pair(a.place.kind, a.place.own) < std::pair(b.place.kind, b.place.own);
}

}  // namespace

Result<ProgramOrders> find_program_orders(const CampaignOptions& options, const OrderProgress& progress) {
  const Result<std::unique_ptr<Runner>> runner = make_consistent_runner(options.isolation, options.target);
  if (!runner) return runner.error();
  Symbolizer symbolizer;
  TrialTester tester(options, **runner, symbolizer);
  Result<OrderReport> report = find_needed_orders(tester, progress);
  if (!report) return report.error();
  std::sort(report->rows.begin(), report->rows.end(), comes_before);
  return ProgramOrders{.report = std::move(*report),
                       .runs = tester.trials().runs(),
                       .seconds = tester.seconds(),
                       .unknown = tester.trials().places().unknown(),
                       .exhaustion = tester.exhaustion()};
}

}  // namespace sleave

#include "cli/print/order_table.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace sleave {
namespace {

OrderRow row(OrderedKind kind, std::uint32_t line, sleave_order own, sleave_order needed) {
  OrderRow made;
  made.place = {.kind = kind, .own = own, .file = "/src/queue.h", .line = line, .column = 3, .function = "push"};
  made.needed = needed;
  made.tried = true;
  return made;
}

ProgramOrders sample() {
  ProgramOrders orders;
  orders.report.tests = 9;
  orders.report.complete = true;
  orders.runs = 123;
  orders.seconds = 0.25;
  orders.exhaustion.emplace();
  orders.report.rows = {
      row(OrderedKind::load, 12, SLEAVE_ORDER_seq_cst, SLEAVE_ORDER_acquire),
      row(OrderedKind::store, 13, SLEAVE_ORDER_release, SLEAVE_ORDER_release),
      row(OrderedKind::failed_compare_exchange, 14, SLEAVE_ORDER_relaxed, SLEAVE_ORDER_relaxed),
      row(OrderedKind::fence, 15, SLEAVE_ORDER_acquire, SLEAVE_ORDER_relaxed),
  };
  orders.report.rows[1].fails_with = SLEAVE_ORDER_relaxed;
  orders.report.rows[1].failure = "data race at queue.h:30 and queue.h:41";
  return orders;
}

CampaignOptions options() {
  CampaignOptions made;
  made.target.program = "/bin/queue_test";
  return made;
}

TEST(OrderTable, PassingProgram) {
  EXPECT_EQ(order_lines(options(), sample()),
            "Memory orders of /bin/queue_test:\n"
            "\n"
            "  place       operation      now      enough   verdict\n"
            "  queue.h:12  load           seq_cst  acquire  stronger than needed\n"
            "  queue.h:13  store          release  release  needed (weaker fails)\n"
            "  queue.h:14    if it fails  relaxed  relaxed  as weak as can be\n"
            "  queue.h:15  fence          acquire  none     stronger than needed\n"
            "\n"
            "With relaxed store at queue.h:13: data race at queue.h:30 and queue.h:41.\n"
            "\n"
            "9 tests, 123 runs in 0.2 s.\n"
            "0 orders are too weak, 2 are stronger than these tests need.\n"
            "With the orders of the column 'enough', all together, these tests pass under\n"
            "  C++20's memory model, and none of them can be weaker. Other assignments may\n"
            "  do, too.\n"
            "The search is complete.\n");
}

TEST(OrderTable, FailsWithItsOwnOrders) {
  ProgramOrders orders = sample();
  orders.report.own_failure = "assertion failure at queue.h:50";
  orders.report.complete = false;
  orders.report.rows[1].place.own = SLEAVE_ORDER_relaxed;
  const std::string text = order_lines(options(), orders);
  EXPECT_NE(text.find("queue.h:13  store          relaxed  release  too weak here (fails)"), std::string::npos);
  EXPECT_NE(text.find("With its own orders the program fails: assertion failure at queue.h:50."), std::string::npos);
  EXPECT_NE(text.find("The search is sampled: a failure"), std::string::npos);
}

TEST(OrderTable, NoMatterOfOrders) {
  ProgramOrders orders = sample();
  orders.report.own_failure = orders.report.strongest_failure = "crash at a.cc:1";
  const std::string text = order_lines(options(), orders);
  EXPECT_EQ(text.find("place"), std::string::npos);
  EXPECT_NE(text.find("With seq_cst everywhere it fails, too"), std::string::npos);
}

// Long names are cut at their beginning.
TEST(OrderTable, FitsIntoEightyColumns) {
  ProgramOrders orders = sample();
  orders.unknown = 3;
  orders.report.rows[2].place.file = "/src/" + std::string(90, 'x') + ".h";
  std::istringstream lines(order_lines(options(), orders));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

TEST(OrderTable, Json) {
  const nlohmann::json json = nlohmann::json::parse(orders_json(options(), sample()));
  EXPECT_EQ(json["result"], "complete");
  EXPECT_EQ(json["operations"][1]["verdict"], "needed");
  EXPECT_EQ(json["operations"][1]["fails_with"], "relaxed");
  EXPECT_EQ(json["operations"][3]["enough"], "none");
}

TEST(OrderTable, Progress) {
  EXPECT_EQ(order_progress(nullptr, 0), "test 1");
  EXPECT_EQ(order_progress(&sample().report.rows[0].place, 6), "test 7: load at queue.h:12");
}

}  // namespace
}  // namespace sleave

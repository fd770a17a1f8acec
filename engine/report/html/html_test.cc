// What the pages hold; how they behave in a browser is tests/export/html_test.py.
#include "engine/report/html/html.h"

#include <gtest/gtest.h>

#include "engine/report/base64.h"
#include "engine/report/export/regression.h"
#include "engine/report/html/html_calls.h"
#include "engine/report/html/html_campaign.h"
#include "engine/report/html/plot.h"
#include "engine/report/html/shape_graph.h"
#include "engine/testing/golden.h"
#include "engine/testing/sample_findings.h"

namespace sleave {
namespace {

// Without style and script, which are files of their own.
std::string content(std::string page) {
  for (const char* name : {"style", "script"}) {
    const std::string open = std::string("<") + name + ">", close = std::string("</") + name + ">";
    const std::size_t begin = page.find(open), end = page.rfind(close);
    if (begin != std::string::npos && end != std::string::npos) page.erase(begin, end + close.size() - begin);
  }
  return page;
}

Sources counter_source() {
  std::vector<std::string> lines(12, "");
  lines[5] = "\tcounter = counter + 1;  // <&>";
  lines[11] = "  assert(counter == 2);";
  return {{"counter.cc", lines}};
}

TEST(HtmlReport, LooksAsTheGoldenSays) {
  const StoredFinding stored{sample_assertion(), "sleave-out/bank/findings/1"};
  expect_golden("assertion.html", content(html_report(stored, counter_source())));
}

TEST(HtmlReport, WithWhatMakesItFail) {
  const StoredFinding stored{sample_explained(), "sleave-out/bank/findings/1"};
  expect_golden("explained.html", content(html_report(stored, counter_source())));
}

FindingInput shape_part(const std::string& name, const std::string& value) {
  FindingInput input;
  input.name = name;
  input.value = value;
  return input;
}

TEST(HtmlReport, DrawsDataStructures) {
  const std::vector<FindingInput> inputs = {
      shape_part("ab[0]", "new node"),     shape_part("ab[1]", "ab[0]->next"),
      shape_part("ab[0]->key", "3"),       shape_part("ab[0]->next", "new node"),
      shape_part("ab[0]->next->key", "5"), shape_part("ab[0]->next->next", "ab[0]"),
      shape_part("other", "null"),         shape_part("count", "7"),
  };
  EXPECT_FALSE(is_in_shape(inputs, inputs.back()));
  for (std::size_t i = 0; i + 1 < inputs.size(); ++i) EXPECT_TRUE(is_in_shape(inputs, inputs[i])) << i;
  Finding finding = sample_assertion();
  finding.inputs = inputs;
  const std::string page = content(html_report({finding, "x"}, {}));
  const auto times = [&](const std::string& words) {
    std::size_t count = 0;
    for (std::size_t at = page.find(words); at != std::string::npos; at = page.find(words, at + 1)) ++count;
    return count;
  };
  EXPECT_EQ(times("<rect "), 2u);
  EXPECT_EQ(times("class=\"link\""), 2u);
  EXPECT_EQ(times("class=\"alias\""), 2u);
  EXPECT_EQ(times("other = null</text>"), 1u);
  EXPECT_EQ(times("<code>count = 7</code>"), 1u);
  EXPECT_EQ(times("<code>ab"), 0u);
}

TEST(HtmlReport, LoadsNothing) {
  const std::string page = html_report({sample_deadlock(), "x"}, {});
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  for (const char* word : {"src=\"", "href=\"http", "url(http", "@import", "fetch(", "XMLHttpRequest"}) {
    EXPECT_EQ(page.find(word), std::string::npos) << word;
  }
}

TEST(HtmlReport, TheProgramCannotWriteMarkup) {
  Finding finding = sample_assertion();
  finding.message = finding.threads[1].name = finding.steps[0].text = finding.steps[0].object = "</script><b>'\"";
  finding.steps[0].where.file = "\"><em>";
  const std::string page = content(html_report({finding, "\"><u>"}, {{"\"><em>", {"<s>"}}}));
  for (const char* tag : {"<b>", "<em>", "<u>", "<s>"}) EXPECT_EQ(page.find(tag), std::string::npos) << tag;
}

TEST(HtmlReport, OfALongFileOnlyTheSurroundings) {
  Finding finding = sample_assertion();
  for (FindingStep& step : finding.steps) step.where = sample_frame("f", "long.cc", 500);
  finding.stack.clear();
  const std::string page = html_report({finding, "x"}, {{"long.cc", std::vector<std::string>(1000, "x")}});
  EXPECT_EQ(page.find("data-line=\"487\""), std::string::npos);
  EXPECT_NE(page.find("data-line=\"488\""), std::string::npos);
  EXPECT_NE(page.find("data-line=\"512\""), std::string::npos);
  EXPECT_EQ(page.find("data-line=\"513\""), std::string::npos);
}

// Main writes x and creates T1, which reads it: what was there at the start is no news. T1 writes y, which main reads.
TEST(HtmlReport, LinksToInitialValuesAreMarked) {
  Finding finding = sample_assertion();
  const Frame place = sample_frame("f", "a.cc", 1);
  finding.steps = {sample_step(0, 0, "write x = 1", place), sample_step(1, 0, "create T1", place),
                   sample_step(2, 1, "read x -> 1", place), sample_step(3, 1, "write y = 1", place),
                   sample_step(4, 0, "read y -> 1", place)};
  finding.links = {{"create", 1, 2}, {"reads", 0, 2}, {"reads", 3, 4}};
  const std::string page = html_report({finding, "x"}, {});
  const auto initial = [](bool value) { return std::string("&quot;initial&quot;:") + (value ? "true" : "false"); };
  EXPECT_NE(page.find("{&quot;from&quot;:0," + initial(true)), std::string::npos);
  EXPECT_NE(page.find("{&quot;from&quot;:3," + initial(false)), std::string::npos);
  EXPECT_NE(page.find("{&quot;from&quot;:1," + initial(false)), std::string::npos);
}

TEST(HtmlReport, ASwitchWhereSomeStepsMatterMore) {
  Finding finding = sample_assertion();
  for (FindingStep& step : finding.steps) step.key = false;
  EXPECT_EQ(content(html_report({finding, "x"}, {})).find("id=\"only\""), std::string::npos);
  finding.steps[0].key = true;
  EXPECT_NE(content(html_report({finding, "x"}, {})).find("only the 1 step of the failure"), std::string::npos);
  finding.steps[1].key = true;
  finding.cause = {.tried = true, .orderings = {"a comes before b"}, .steps = {0, 1}};
  EXPECT_NE(content(html_report({finding, "x"}, {})).find("only the 2 steps of the explanation"), std::string::npos);
}

// T1's calls overlap T2's; a call without steps has a place of its own; what the order does not explain is marked.
TEST(HtmlCalls, AreBarsFromTheirFirstToTheirLastStep) {
  Finding finding;
  finding.message =
      "stack is not linearizable\n"
      "No order of these calls gives these results:\n"
      "  main              push(1)\n"
      "  T1    10 to 14    push(2)\n"
      "  T2    12 to 20    pop() -> 1\n"
      "  T1    16 to 18    pop() -> nothing\n"
      "The longest beginning of an order that does:\n"
      "  push(1); push(2); pop() -> 1;\n";
  const ListedCalls client = listed_calls_in(finding.message);
  ASSERT_EQ(client.calls.size(), 4U);
  EXPECT_EQ(client.longest, (std::vector<std::string>{"push(1)", "push(2)", "pop() -> 1"}));
  const std::string page = html_calls(finding);
  const auto has = [&](const std::string& text) { return page.find(text) != std::string::npos; };
  EXPECT_TRUE(has("class=\"call t0\" style=\"grid-row:1;grid-column:2/3\">push(1)")) << page;
  EXPECT_TRUE(has("class=\"call t1\" style=\"grid-row:2;grid-column:3/6\" title=\"steps 10 to 14\">push(2)")) << page;
  EXPECT_TRUE(has("class=\"call t2\" style=\"grid-row:3;grid-column:4/9\"")) << page;
  EXPECT_TRUE(has("class=\"call t1 unexplained\" style=\"grid-row:2;grid-column:6/8\"")) << page;
}

TEST(HtmlCalls, ACallThatWaitsHasNoEnd) {
  Finding finding;
  finding.message =
      "take() waits although it could continue: no order of these calls lets it wait\n"
      "  T2    5 to 9      give()\n"
      "  T1                take() waits\n";
  EXPECT_NE(html_calls(finding).find("call t1 unexplained waits\" style=\"grid-row:1;grid-column:3/5\""),
            std::string::npos)
      << html_calls(finding);
  finding.message = "  a message: of another program\n";
  EXPECT_EQ(html_calls(finding), "");
}

TEST(HtmlReport, AnEmptyFindingIsStillAPage) { EXPECT_NE(html_report({}, {}).find("</html>"), std::string::npos); }

TargetResult campaign() {
  TargetResult target;
  target.program = "/build/bank";
  target.result = "finding";
  target.strategy = "pct";
  target.seed = 7;
  target.runs = 100;
  target.distinct = 40;
  target.seconds = 0.5;
  target.edges = 20;
  target.history = {{1, 0.01, 1, 8, 0}, {10, 0.05, 9, 12, 0}, {100, 0.5, 40, 15, 1}};
  target.findings = {{sample_assertion(), "sleave-out/bank/findings/1"}};
  return target;
}

TEST(HtmlCampaign, LooksAsTheGoldenSays) { expect_golden("campaign.html", content(html_campaign({campaign()}))); }

TEST(HtmlCampaign, WithATableOfInterferences) {
  TargetResult target = campaign();
  target.strategy = "interference";
  ReportSection& section = target.sections.emplace_back();
  section.lines = {{"Every branch reachable with at most 1 interference was taken, or is listed."},
                   {"not taken: pay() at bank.cc:31 (true)", true}};
  ReportTable& table = section.tables.emplace_back();
  table.title = "Interferences";
  table.columns = {{"", "interferences"},
                   {"sides", "branch sides"},
                   {"candidates", "candidates"},
                   {"runs", "runs"},
                   {"seconds", "seconds"}};
  const auto row = [](int number, int sides, int candidates, int runs, double seconds, const char* text) {
    return std::vector<ReportTable::Cell>{{std::int64_t{number}},
                                          {std::int64_t{sides}},
                                          {std::int64_t{candidates}},
                                          {std::int64_t{runs}},
                                          {seconds, text}};
  };
  table.rows = {row(0, 14, 9, 6, 0.1, ""), row(1, 4, 31, 12, 0.25, ""), row(2, 2, 118, 40, 0, "-")};
  expect_golden("interferences.html", content(html_campaign({target})));
}

TEST(HtmlCampaign, WithoutAHistoryOrAnything) {
  EXPECT_EQ(html_campaign({{}}).find("<svg"), std::string::npos);
  EXPECT_NE(html_campaign({}).find("</html>"), std::string::npos);
}

TEST(Plot, NeedsTwoPoints) {
  EXPECT_EQ(svg_plot({"t", "x", {{1, 1}}, {}}), "");
  EXPECT_NE(svg_plot({"t", "x", {{1, 0}, {1, 0}}, {}}), "");
}

TEST(Plot, RoundNumbersOnItsAxes) {
  const std::string plot = svg_plot({"t", "runs", {{1, 1}, {40, 20}, {3000, 31}}, {{40, "finding 2: a crash"}}});
  for (const char* text : {">0<", ">25<", ">50<", ">1<", ">10<", ">100<", ">1000<", ">31<", ">runs, logarithmic<"}) {
    EXPECT_NE(plot.find(text), std::string::npos) << text;
  }
  EXPECT_NE(plot.find("<title>finding 2: a crash</title>"), std::string::npos);
  EXPECT_NE(plot.find(">finding 2<"), std::string::npos);
}

TEST(Plot, FindingsAtOnePlaceAreNamedOnce) {
  const std::string plot = svg_plot({"t", "runs", {{1, 1}, {100, 4}}, {{10, "finding 1: a"}, {10, "finding 2: b"}}});
  EXPECT_NE(plot.find(">finding 1<"), std::string::npos);
  EXPECT_EQ(plot.find(">finding 2<"), std::string::npos);
  EXPECT_NE(plot.find("<title>finding 2: b</title>"), std::string::npos);
}

TEST(RegressionTest, LooksAsTheGoldenSays) {
  const RegressionSource source{"sleave replay file, version 1\n\x01\xff", {"--items=3", "a \"b\"\n"}};
  expect_golden("assertion.plain_test.txt", regression_test(sample_assertion(), source, TestFramework::plain));
  const std::string googletest = regression_test(sample_assertion(), source, TestFramework::googletest);
  EXPECT_NE(googletest.find("TEST(SleaveFindings, bank_finding_1)"), std::string::npos);
}

TEST(RegressionTest, TheProgramCannotLeaveTheComment) {
  Finding finding = sample_assertion();
  finding.message = "x\nint y;\\";
  const std::string text = regression_test(finding, {}, TestFramework::plain);
  EXPECT_EQ(text.find("\nint y"), std::string::npos);
  EXPECT_NE(text.find("//   x int y;\n"), std::string::npos);
}

// RFC 4648, section 10.
TEST(Base64, TheVectorsOfTheStandard) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

}  // namespace
}  // namespace sleave

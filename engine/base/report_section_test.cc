#include "engine/base/report_section.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/base/report_section_json.h"

namespace sleave {
namespace {

using nlohmann::json;

ReportSection sample() {
  ReportSection section{.key = "walks", .facts = {}, .tables = {}, .lines = {{"Two walks."}, {"the first", true}}};
  section.facts = {{"finished", true},
                   {"states", report_count(7)},
                   {"orders", 1.5},
                   {"none", std::monostate()},
                   {"gaps", std::vector<std::string>{"a", "b"}}};
  ReportTable table{.key = "levels", .title = "Walks", .columns = {{"", "walk"}, {"runs", "runs"}}, .rows = {}};
  table.rows = {{{report_count(0)}, {report_count(3)}}, {{report_count(1)}, {0.0, "-"}}};
  section.tables.push_back(table);
  return section;
}

TEST(ReportSection, ForTools) {
  EXPECT_EQ(section_for_tools(sample()),
            json::parse(R"({"finished": true, "states": 7, "orders": 1.5, "none": null, "gaps": ["a", "b"],
                            "levels": [{"runs": 3}, {"runs": 0.0}]})"));
}

TEST(ReportSection, SurvivesJson) {
  const std::vector<ReportSection> sections{sample(), {.key = "empty", .facts = {}, .tables = {}, .lines = {}}};
  EXPECT_EQ(sections_from_json(json::parse(saved_sections(sections).dump())), sections);
}

TEST(ReportSection, DamagedOnesAreRefused) {
  for (const char* damaged : {"[{}]", "[1]", R"([{"key": "x", "facts": [[]], "tables": [], "lines": []}])"}) {
    EXPECT_THROW(sections_from_json(json::parse(damaged)), json::exception) << damaged;
  }
  json short_row = saved_sections({sample()});
  short_row[0]["tables"][0]["rows"][0].erase(0);
  EXPECT_THROW(sections_from_json(short_row), json::exception);
}

TEST(ReportSection, CellsAsPeopleReadThem) {
  EXPECT_EQ(cell_text({report_count(12)}), "12");
  EXPECT_EQ(cell_text({0.26}), "0.3");
  EXPECT_EQ(cell_text({0.0, "-"}), "-");
  EXPECT_EQ(cell_text({true}), "yes");
}

}  // namespace
}  // namespace sleave

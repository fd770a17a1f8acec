#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/print/farm_certificate.h"
#include "cli/print/farm_metrics.h"
#include "cli/print/farm_page.h"
#include "cli/print/farm_status.h"
#include "cli/print/farm_top.h"
#include "engine/farm/request.h"

namespace sleave {
namespace {

using nlohmann::json;

json complete() {
  farm::Request wanted{.campaign = {}, .bundle = "ab12", .library_path = "", .reference = {{1, 2}, {2, 3}}};
  wanted.campaign.target.program = "/src/queue_test";
  wanted.campaign.target.directory = "/src";
  return {{"id", 7},
          {"name", "queue_test"},
          {"team", ""},
          {"state", "complete"},
          {"claim", "complete"},
          {"distinct", {{"classes", 0}, {"exact", true}}},
          {"coverage", nullptr},
          {"epoch", 2},
          {"engine", "0.1.0 cd34"},
          {"build", "ef56"},
          {"submitted", "2026-11-19T10:00:00+00:00"},
          {"finished", "2026-11-19T10:00:12+00:00"},
          {"seconds", 12.0},
          {"complete_runs", 5000},
          {"blocked_runs", 30},
          {"deadlocked_classes", 40},
          {"failed_runs", 0},
          {"beyond_bound", 0},
          {"class_sum", "00112233445566778899aabbccddeeff"},
          {"made", 5069},
          {"done", 5070},
          {"part_done", 1.0},
          {"rows", 0},
          {"open", 0},
          {"free", 0},
          {"poisoned", 0},
          {"ledger_difference", 0},
          {"repeated", 64},
          {"to_repeat", 0},
          {"differences", json::array()},
          {"nodes", json::array()},
          {"refused", json::array()},
          {"notes", json::array()},
          {"findings", json::array()},
          {"request", json::parse(farm::to_json(wanted))},
          {"files", 5},
          {"bundle_is_whole", true},
          {"workers", json::array({{{"name", "a:1"}, {"items", 5070}, {"repeated", 64}}})}};
}

std::vector<std::string> missing(const json& evidence) {
  const Result<FarmCertificate> made = farm_certificate(evidence.dump(), "again");
  return made ? made->missing : std::vector<std::string>{made.error().message};
}

std::vector<std::string> missing_with(const char* name, const json& value) {
  json evidence = complete();
  evidence[name] = value;
  return missing(evidence);
}

using Lines = std::vector<std::string>;

TEST(FarmCertificate, OfACompleteSearch) {
  const Result<FarmCertificate> made = farm_certificate(complete().dump(), "again");
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->missing, Lines());
  const json certificate = json::parse(made->json);
  EXPECT_EQ(certificate.at("claim"), "complete under sequential consistency");
  EXPECT_EQ(certificate.at("classes"), 5040);
  EXPECT_EQ(certificate.at("bundle"), "ab12");
  EXPECT_EQ(certificate.at("audits"), json({{"repeated", 64}, {"different", 0}, {"reference_runs", 2}}));
  EXPECT_NE(
      made->lines.find("complete under sequential consistency: 5040 classes, each run once; 40 deadlocked, 0 failed"),
      std::string::npos)
      << made->lines;
  EXPECT_EQ(certificate.at("check"), "again");
  EXPECT_NE(made->lines.find("for the same counts and class sum:\n    again\n"), std::string::npos) << made->lines;
}

TEST(FarmCertificate, NamesTheBound) {
  json evidence = complete();
  evidence["notes"] = json::array({json::array({"bound", "2 preemptions"})});
  const Result<FarmCertificate> made = farm_certificate(evidence.dump(), "again");
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(json::parse(made->json).at("claim"), "complete up to 2 preemptions under sequential consistency");
}

// Whatever state the campaign was given.
TEST(FarmCertificate, EveryConditionIsLookedAtAgain) {
  EXPECT_EQ(missing_with("state", "open"), Lines{"the search is not over"});
  EXPECT_EQ(missing_with("state", "canceled"), Lines{"the search was canceled"});
  EXPECT_EQ(missing_with("state", "found"), Lines{"a finding ended the search"});
  EXPECT_EQ(missing_with("state", "ended"), Lines{"the search ended without being complete"});
  EXPECT_EQ(missing_with("open", 3), Lines{"3 items are open"});
  EXPECT_EQ(missing_with("poisoned", 1), Lines{"1 part of the space ended five workers each"});
  EXPECT_EQ(missing_with("ledger_difference", -1), Lines{"the ledger is off by -1"});
  EXPECT_EQ(missing_with("to_repeat", 2), Lines{"2 sampled runs were not repeated"});
  EXPECT_EQ(missing_with("differences", json::array({json::object()})), Lines{"1 run differs between nodes"});
  EXPECT_EQ(missing_with("bundle_is_whole", false), Lines{"the stored program is another one than was submitted"});
  json none = complete();
  none["complete_runs"] = none["deadlocked_classes"] = 0;
  EXPECT_EQ(missing(none), Lines{"no class was run"});
}

TEST(FarmCertificate, DamagedEvidence) {
  EXPECT_FALSE(farm_certificate("", "again").ok());
  json without = complete();
  without.erase("made");
  EXPECT_FALSE(farm_certificate(without.dump(), "again").ok());
}

json metrics_of(const json& campaign) {
  return {{"states", {{"open", 1}, {"complete", 2}}},
          {"database_bytes", 8'000'000},
          {"campaigns", json::array({campaign})}};
}

TEST(FarmMetrics, LabelsAreEscaped) {
  json campaign = complete();
  campaign["name"] = "a\"b\\c\nd";
  const Result<std::string> text = farm_metrics_text(metrics_of(campaign).dump());
  ASSERT_TRUE(text.ok());
  EXPECT_NE(text->find(R"(sleave_farm_campaign_info{campaign="7",name="a\"b\\c\nd",team="",state="complete"} 1)"
                       "\n"),
            std::string::npos)
      << *text;
  EXPECT_NE(text->find("sleave_farm_classes{campaign=\"7\"} 5040\n"), std::string::npos) << *text;
  EXPECT_NE(text->find("sleave_farm_campaigns{state=\"complete\"} 2\n"), std::string::npos) << *text;
  EXPECT_FALSE(farm_metrics_text("[]").ok());
}

// A row that is set aside is not free.
TEST(FarmMetrics, RowsByState) {
  json campaign = complete();
  campaign["rows"] = 10;
  campaign["free"] = 4;
  campaign["poisoned"] = 1;
  const Result<std::string> text = farm_metrics_text(metrics_of(campaign).dump());
  ASSERT_TRUE(text.ok());
  for (const char* line : {"state=\"held\"} 6\n", "state=\"free\"} 3\n", "state=\"set_aside\"} 1\n"})
    EXPECT_NE(text->find(line), std::string::npos) << *text;
}

TEST(FarmPage, NamesAreEscapedAndNothingIsLoaded) {
  json campaign = complete();
  campaign["name"] = "<script src=x>";
  campaign["state"] = "ended";
  campaign["ledger_difference"] = 2;
  const Result<std::string> page = farm_page({campaign.dump()}, "now");
  ASSERT_TRUE(page.ok());
  EXPECT_EQ(page->find("<script src"), std::string::npos);
  EXPECT_NE(page->find("&lt;script src=x&gt;"), std::string::npos);
  EXPECT_NE(page->find("the ledger is off by 2"), std::string::npos);
  EXPECT_NE(page->find("default-src 'none'"), std::string::npos);
  EXPECT_FALSE(farm_page({"{}"}, "now").ok());
}

TEST(FarmPage, Coverage) {
  json campaign = complete();
  campaign["share"] = 1;
  campaign["core_seconds"] = 1.0;
  EXPECT_EQ(farm_page({campaign.dump()}, "now")->find("edges"), std::string::npos);
  EXPECT_EQ(farm_status_lines(campaign.dump()).find("coverage"), std::string::npos);
  campaign["coverage"] = {{"edges", 1600}, {"taken", 400}, {"inputs", 1}};
  const Result<std::string> page = farm_page({campaign.dump()}, "now");
  ASSERT_TRUE(page.ok());
  EXPECT_NE(page->find("400 of 1\u2009600 edges (25&nbsp;%), 1 input kept"), std::string::npos) << *page;
  const std::string lines = farm_status_lines(campaign.dump());
  EXPECT_NE(lines.find("  coverage: 400 of 1600 edges; 1 input kept\n"), std::string::npos) << lines;
}

TEST(FarmPage, EstimateOfAnOpenCampaign) {
  json campaign = complete();
  campaign["state"] = "open";
  campaign["finished"] = nullptr;
  campaign["part_done"] = 0.25;
  campaign["seconds"] = 3600.0;
  const Result<std::string> page = farm_page({campaign.dump()}, "now");
  ASSERT_TRUE(page.ok());
  // Three times the hour that the first quarter took.
  EXPECT_NE(page->find("3.0 h are left"), std::string::npos) << *page;
  campaign["part_done"] = 0.001;
  EXPECT_NE(farm_page({campaign.dump()}, "now")->find("not known yet"), std::string::npos);
}

json open_campaign(std::uint64_t runs) {
  json status = complete();
  status["id"] = 8;
  status["name"] = "a_test_with_a_long_name";
  status["state"] = "open";
  status["complete_runs"] = runs;
  status["blocked_runs"] = 0;
  status["deadlocked_classes"] = 0;
  status["seconds"] = 100.0;
  status["part_done"] = 0.4123;
  status["findings"] = {{{"id", 1}}};
  status["nodes"] = {{{"name", "first:1"}, {"idle", false}, {"seconds_left", 19.2}},
                     {{"name", std::string(60, 'x')}, {"idle", true}, {"seconds_left", -3.0}}};
  return status;
}

constexpr const char* kTop =
    "NOW: 1 campaign open; 2 nodes, 1 waiting; 5000 runs/s\n"
    "\n"
    "   ID CAMPAIGN             STATE    NODES   RUNS/S       CLASSES    DONE  FOUND\n"
    "    8 a_test_with_a_long_~ open         2     5000     1,010,000  41.2 %      1\n"
    "    7 queue_test           complete     0                  5,040   100 %      0\n"
    "\n"
    "NODE                                     CAMPAIGN   STATE       LEASE\n"
    "first:1                                         8   working      19 s\n"
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx~        8   waiting       0 s\n";

TEST(FarmTop, ShowsCampaignsAndNodesWithTheRateSinceTheLastLook) {
  FarmTop top;
  top.look({complete().dump(), open_campaign(1'000'000).dump()}, 50);
  EXPECT_NE(top.screen("NOW", 80, 24).find("10000 runs/s"), std::string::npos) << "1,000,000 in 100 s";
  top.look({complete().dump(), open_campaign(1'010'000).dump()}, 52);
  EXPECT_EQ(top.screen("NOW", 80, 24), kTop);
  EXPECT_EQ(top.lines("NOW"),
            "NOW: campaign 8, a_test_with_a_long_name: 2 nodes, 1 waiting; 5000 runs/s; 1010000 classes, 41.2 %; "
            "1 finding\n");
  EXPECT_TRUE(top.has_open());
}

TEST(FarmTop, FitsOnItsScreen) {
  FarmTop top;
  top.look({complete().dump(), open_campaign(7).dump()}, 50);
  const std::string screen = top.screen("NOW", 30, 6);
  EXPECT_EQ(std::count(screen.begin(), screen.end(), '\n'), 6);
  for (std::size_t at = 0; at < screen.size(); at = screen.find('\n', at) + 1)
    EXPECT_LE(screen.find('\n', at) - at, 30u);
}

TEST(FarmTop, ANewEpochCountsFromItsBeginning) {
  FarmTop top;
  top.look({open_campaign(1'000'000).dump()}, 50);
  top.look({open_campaign(100).dump()}, 52);
  EXPECT_NE(top.screen("NOW", 80, 24).find(" 50 runs/s"), std::string::npos);
}

TEST(FarmTop, OfNothing) {
  FarmTop top;
  top.look({"damaged"}, 1);
  EXPECT_FALSE(top.has_open());
  EXPECT_EQ(top.lines("NOW"), "");
}

}  // namespace
}  // namespace sleave

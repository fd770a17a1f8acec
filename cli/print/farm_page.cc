#include "cli/print/farm_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/print/farm_notes.h"
#include "cli/print/farm_status.h"
#include "engine/base/counted.h"
#include "engine/report/html/html.h"
#include "engine/report/markup.h"

namespace sleave {
namespace {

using nlohmann::json;

// Before that much of the space is done its estimate says little.
constexpr double kLeastPart = 0.01;

// "1 234 567"
std::string grouped(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, "\u2009");
  return text;
}

// With two digits: "69 000".
std::string about(double value) {
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(std::max(value, 1.0))) - 1));
  return value < 1e15 ? grouped(static_cast<std::uint64_t>(std::llround(value / unit) * unit))
                      : fmt::format("{:.2g}", value);
}

// "2026-11-19T11:04:03.927332+00:00" as "2026-11-19 11:04:03 +00:00".
std::string time_of(const json& stamp) {
  const std::string text = stamp;
  const std::size_t zone = text.find_first_of("+-Z", 19);
  if (text.size() < 20 || zone == std::string::npos) return escaped(text);
  return escaped(fmt::format("{} {} {}", text.substr(0, 10), text.substr(11, 8), text.substr(zone)));
}

std::string span_of(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 2 * 3600) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 2 * 86400) return fmt::format("{:.1f} h", seconds / 3600);
  return fmt::format("{:.1f} days", seconds / 86400);
}

double rate_of(const json& campaign) {
  const double seconds = campaign.at("seconds");
  return seconds > 0 ? static_cast<double>(farm_runs(campaign)) / seconds : 0;
}

std::string result_cell(const json& campaign) {
  const std::string state = campaign.at("state");
  const std::size_t findings = campaign.at("findings").size();
  std::string text = state == "ended" ? std::string("ended, not complete") : state;
  if (findings == 0) return escaped(text);
  return fmt::format("{}, <b class=\"bad\">{}</b>", escaped(text), counted(findings, "finding"));
}

std::string progress_cell(const json& campaign) {
  const double part = farm_part_done(campaign);
  return fmt::format("<progress style=\"width: 80px\" max=\"1\" value=\"{:.4f}\"></progress> {:.3g}&nbsp;%", part,
                     100 * part);
}

std::string overview(const std::vector<json>& campaigns) {
  std::string text =
      "<div style=\"overflow-x: auto\"><table class=\"overview\">\n<tr><th>campaign</th><th>result</th><th>classes</th>"
      "<th>runs/s</th><th>nodes</th><th>done</th></tr>\n";
  for (const json& campaign : campaigns) {
    text += fmt::format(
        "<tr><td><a href=\"#c{0}\">{0}</a> {1}</td><td style=\"overflow-wrap: normal\">{2}</td><td "
        "class=\"number\">{3}</td><td "
        "class=\"number\">{4}</td>"
        "<td class=\"number\">{5}</td><td style=\"white-space: nowrap\">{6}</td></tr>\n",
        farm_number(campaign, "id"), escaped(campaign.at("name").get<std::string>()), result_cell(campaign),
        grouped(farm_classes(campaign)), grouped(static_cast<std::uint64_t>(rate_of(campaign))),
        campaign.at("nodes").size(), progress_cell(campaign));
  }
  return text + "</table></div>\n";
}

std::string fact(const char* name, const std::string& html) {
  return fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", name, html);
}

bool samples(const json& campaign) { return campaign.at("claim") == "sampled"; }

std::string classes_text(const json& campaign) {
  std::string text = grouped(farm_classes(campaign));
  if (samples(campaign)) {
    const json& distinct = campaign.at("distinct");
    text = fmt::format("{}{} distinct, of {} runs that ended", distinct.at("exact").get<bool>() ? "" : "about ",
                       grouped(farm_number(distinct, "classes")), text);
  }
  if (farm_number(campaign, "deadlocked_classes") != 0)
    text += fmt::format(", {} deadlocked", grouped(farm_number(campaign, "deadlocked_classes")));
  if (farm_number(campaign, "failed_runs") != 0)
    text += fmt::format(", {} failed", grouped(farm_number(campaign, "failed_runs")));
  return text + fmt::format("; and {} {}", grouped(farm_number(campaign, "blocked_runs")),
                            samples(campaign) ? "that were cut short" : "redundant runs");
}

std::string estimate_text(const json& campaign) {
  const double part = farm_part_done(campaign), seconds = campaign.at("seconds");
  if (part < kLeastPart) return "not known yet";
  return fmt::format(
      "about {} classes; at this rate {} are left <span class=\"faint\">(may be off by a factor of "
      "several)</span>",
      about(static_cast<double>(farm_classes(campaign)) / part), span_of(seconds * (1 - part) / part));
}

std::string coverage_text(const json& coverage) {
  const std::uint64_t taken = farm_number(coverage, "taken"), edges = farm_number(coverage, "edges");
  return fmt::format("{} of {} edges ({:.3g}&nbsp;%), {} kept", grouped(taken), grouped(edges),
                     100 * static_cast<double>(taken) / static_cast<double>(std::max<std::uint64_t>(edges, 1)),
                     counted(farm_number(coverage, "inputs"), "input"));
}

std::string facts(const json& campaign, const FarmNotes& notes) {
  std::string text = "<table class=\"facts\">\n";
  if (const std::string team = campaign.at("team"); !team.empty()) text += fact("team", escaped(team));
  text += fact("classes", classes_text(campaign));
  text += fact("throughput",
               fmt::format("{} runs a second, the mean of {}", grouped(static_cast<std::uint64_t>(rate_of(campaign))),
                           span_of(campaign.at("seconds"))));
  if (campaign.at("state") == "open" && !samples(campaign)) text += fact("estimate", estimate_text(campaign));
  text += fact("work", fmt::format("{} open in {}, {} free; {}", counted(farm_number(campaign, "open"), "item"),
                                   counted(farm_number(campaign, "rows"), "row"), farm_number(campaign, "free"),
                                   counted(farm_number(campaign, "epoch"), "epoch")));
  text += fact("audits", fmt::format("{} repeated and equal, {} different, {} waiting",
                                     grouped(farm_number(campaign, "repeated")), campaign.at("differences").size(),
                                     farm_number(campaign, "to_repeat")));
  if (const json coverage = campaign.value("coverage", json()); coverage.is_object())
    text += fact("coverage", coverage_text(coverage));
  text += fact("class sum", fmt::format("<code>{}</code>", campaign.at("class_sum").get<std::string>()));
  for (const std::string& one : notes.assumptions) text += fact("assumption", escaped(one));
  for (const std::string& one : notes.bounds) text += fact("bound", "complete only up to " + escaped(one));
  text += fact("submitted", time_of(campaign.at("submitted")));
  if (!campaign.at("finished").is_null()) text += fact("ended", time_of(campaign.at("finished")));
  return text + "</table>\n";
}

// Why the campaign is not complete, or will not be.
std::vector<std::string> reasons(const json& campaign, const FarmNotes& notes) {
  std::vector<std::string> all = notes.gaps;
  for (const json& difference : campaign.at("differences")) {
    const json& nodes = difference.at("nodes");
    std::string words = fmt::format("a run differs between nodes {} and {}", nodes.at(0).get<std::string>(),
                                    nodes.at(1).get<std::string>());
    if (!difference.at("wrong").is_null())
      words += fmt::format("; {} is wrong", difference.at("wrong").get<std::string>());
    all.push_back(words);
  }
  if (farm_number(campaign, "poisoned") != 0) {
    all.push_back(fmt::format("{} ended five workers each",
                              counted(farm_number(campaign, "poisoned"), "part of the space", "parts of the space")));
  }
  if (farm_number(campaign, "to_repeat") != 0 && campaign.at("state") != "open")
    all.push_back(fmt::format("{} could not be repeated", counted(farm_number(campaign, "to_repeat"), "run")));
  if (const auto ledger = campaign.at("ledger_difference").get<std::int64_t>(); ledger != 0)
    all.push_back(fmt::format("bug of Sleave: the ledger is off by {}", ledger));
  return all;
}

std::string reason_list(const std::vector<std::string>& all) {
  if (all.empty()) return "";
  std::string text = "<h2>Why not complete</h2>\n<ul>\n";
  for (const std::string& one : all) text += fmt::format("<li class=\"bad\">{}</li>\n", escaped(one));
  return text + "</ul>\n";
}

std::string findings(const json& campaign) {
  if (campaign.at("findings").empty()) return "";
  std::string text = "<h2>Findings</h2>\n<table class=\"facts\">\n<tr><th>id</th><th>kind</th><th>where</th></tr>\n";
  for (const json& finding : campaign.at("findings")) {
    text += fmt::format("<tr><td>{}</td><td><b>{}</b></td><td>{}</td></tr>\n", farm_number(finding, "id"),
                        escaped(finding.at("kind").get<std::string>()),
                        escaped(finding.at("signature").get<std::string>()));
  }
  return text + fmt::format("</table>\n<p><code class=\"command\">sleave farm fetch {}</code></p>\n",
                            farm_number(campaign, "id"));
}

std::string nodes(const json& campaign) {
  if (campaign.at("nodes").empty() && campaign.at("refused").empty()) return "";
  std::string text = "<h2>Nodes</h2>\n<table class=\"facts\">\n";
  for (const json& node : campaign.at("nodes")) {
    const bool lost = node.at("seconds_left").get<double>() < 0;
    text += fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", escaped(node.at("name").get<std::string>()),
                        lost                          ? "<b class=\"bad\">lost</b>"
                        : node.at("idle").get<bool>() ? "idle"
                                                      : "working");
  }
  for (const json& node : campaign.at("refused")) {
    text += fmt::format(
        "<tr><td>{}</td><td><b class=\"bad\">not used</b>: reference run {} differs from the submitter's</td></tr>\n",
        escaped(node.at("node").get<std::string>()), farm_number(node, "run"));
  }
  return text + "</table>\n";
}

std::string details(const json& campaign) {
  const FarmNotes notes = farm_notes(campaign.at("notes"));
  const std::string state = campaign.at("state");
  std::string text = fmt::format(
      "<details class=\"target\" id=\"c{0}\"{1}><summary>Campaign {0}: {2} <span "
      "class=\"faint\">{3}</span></summary>\n",
      farm_number(campaign, "id"),
      state == "open" || state == "ended" || !campaign.at("findings").empty() ? " open" : "",
      escaped(campaign.at("name").get<std::string>()), result_cell(campaign));
  text += facts(campaign, notes) + findings(campaign);
  if (state == "open" || state == "ended") text += reason_list(reasons(campaign, notes));
  text += nodes(campaign);
  if (state == "complete")
    text +=
        fmt::format("<p><code class=\"command\">sleave farm certificate {}</code></p>\n", farm_number(campaign, "id"));
  return text + "</details>\n";
}

// A row of the overview opens what it leads to.
constexpr const char* kOpenLinked =
    "const open = () => { const place = document.getElementById(location.hash.slice(1)); if (place) place.open = true; "
    "};\naddEventListener('hashchange', open);\nopen();\n";

std::string page_of(const std::vector<json>& campaigns, const std::string& now) {
  const auto open =
      std::count_if(campaigns.begin(), campaigns.end(), [](const json& one) { return one.at("state") == "open"; });
  std::string text = html_head("Sleave: farm") + "<body>\n";
  text += fmt::format("<h1>{}{}</h1>\n<p class=\"faint\">{}</p>\n", counted(campaigns.size(), "campaign"),
                      open == 0 ? "" : fmt::format(", {} open", open), escaped(now));
  if (!campaigns.empty()) text += overview(campaigns);
  for (const json& campaign : campaigns) text += details(campaign);
  return text + "<script>\n" + kOpenLinked + "</script>\n</body></html>\n";
}

}  // namespace

Result<std::string> farm_page(const std::vector<std::string>& statuses, const std::string& now) {
  try {
    std::vector<json> campaigns;
    for (const std::string& text : statuses) campaigns.push_back(json::parse(text));
    return page_of(campaigns, now);
  } catch (const json::exception&) {
    return Error{Tier::environment, "the farm's database gave an answer that this version does not understand"};
  }
}

}  // namespace sleave

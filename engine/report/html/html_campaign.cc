#include "engine/report/html/html_campaign.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/counted.h"
#include "engine/report/html/html.h"
#include "engine/report/html/plot.h"
#include "engine/report/markup.h"

namespace sleave {
namespace {

// A row of the overview opens what it leads to.
constexpr const char* kOpenLinked =
    "const open = () => { const place = document.getElementById(location.hash.slice(1)); if (place) place.open = true; "
    "};\n"
    "addEventListener('hashchange', open);\nopen();\n";

std::string fact(const char* name, const std::string& value) {
  return fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", name, escaped(value));
}

std::string facts(const TargetResult& target) {
  std::string text = "<table class=\"facts\">\n" + fact("program", target.program);
  if (target.runs != 0) {
    const double rate = target.seconds > 0 ? static_cast<double>(target.runs) / target.seconds : 0;
    text += fact("result", target.result) + fact("strategy", fmt::format("{}, seed {}", target.strategy, target.seed)) +
            fact("runs", fmt::format("{} in {:.1f} s{}", target.runs, target.seconds,
                                     rate >= 1 ? fmt::format(", {:.0f} a second", rate) : "")) +
            fact("distinct classes", std::to_string(target.distinct));
  }
  if (target.edges != 0) {
    const std::uint64_t covered = target.history.empty() ? 0 : target.history.back().edges;
    text += fact("edges covered", fmt::format("{} of {}", covered, target.edges));
  }
  return text + "</table>\n";
}

std::string table_of(const ReportTable& table) {
  if (table.title.empty() || table.rows.empty()) return "";
  std::string text = fmt::format("<h2>{}</h2>\n<table class=\"facts numbers\">\n<tr>", escaped(table.title));
  for (const ReportTable::Column& column : table.columns) text += fmt::format("<th>{}</th>", escaped(column.heading));
  text += "</tr>\n";
  for (const std::vector<ReportTable::Cell>& row : table.rows) {
    text += "<tr>";
    for (const ReportTable::Cell& cell : row) text += fmt::format("<td>{}</td>", escaped(cell_text(cell)));
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

// What the strategy has to report.
std::string sections(const TargetResult& target) {
  std::string text;
  for (const ReportSection& section : target.sections) {
    for (const ReportTable& table : section.tables) text += table_of(table);
    for (const ReportLine& line : section.lines) text += fmt::format("<p>{}</p>\n", escaped(line.text));
  }
  return text;
}

std::string plots(const TargetResult& target) {
  Plot classes{.title = "distinct classes of runs", .across = "runs", .points = {}, .at = {}};
  Plot edges{.title = "edges covered", .across = "runs", .points = {}, .at = {}};
  Plot pace{.title = "distinct classes of runs over time", .across = "seconds", .points = {}, .at = {}};
  Plot edge_pace{.title = "edges covered over time", .across = "seconds", .points = {}, .at = {}};
  for (const ProgressPoint& point : target.history) {
    const auto runs = static_cast<double>(point.runs), distinct = static_cast<double>(point.distinct);
    classes.points.emplace_back(runs, distinct);
    edges.points.emplace_back(runs, static_cast<double>(point.edges));
    if (point.seconds < 0.001) continue;
    pace.points.emplace_back(point.seconds, distinct);
    edge_pace.points.emplace_back(point.seconds, static_cast<double>(point.edges));
  }
  for (const auto& [finding, folder] : target.findings) {
    const auto run = static_cast<double>(finding.first_run);
    if (finding.first_run != 0) classes.at.emplace_back(run, fmt::format("finding {}: {}", finding.id, finding.title));
  }
  edges.at = classes.at;
  const bool counted = target.edges != 0;
  const std::string figures =
      svg_plot(classes) + svg_plot(pace) + (counted ? svg_plot(edges) + svg_plot(edge_pace) : "");
  return figures.empty() ? "" : "<div class=\"plots\">\n" + figures + "</div>\n";
}

std::string findings(const TargetResult& target) {
  if (target.findings.empty()) return "<p>No finding.</p>\n";
  std::string text = "<table class=\"facts\">\n<tr><th>id</th><th>run</th><th>what</th><th>again</th></tr>\n";
  for (const StoredFinding& stored : target.findings) {
    const Finding& finding = stored.finding;
    text += fmt::format(
        "<tr><td>{}</td><td>{}</td><td><b>{}</b><br>{}<br><span class=\"faint\">{}</span></td><td><code "
        "class=\"command\">{}</code></td></tr>\n",
        finding.id, finding.first_run, escaped(finding.title), escaped(finding_sentence(finding)),
        escaped(finding.signature), escaped(replay_command(stored)));
  }
  return text + "</table>\n";
}

// How classes of executions grew with the runs, as one small curve.
std::string sparkline(const TargetResult& target) {
  std::vector<std::pair<double, double>> points;
  for (const ProgressPoint& point : target.history) {
    points.emplace_back(static_cast<double>(point.runs), static_cast<double>(point.distinct));
  }
  return svg_sparkline(points);
}

// What is worth reading first comes first: failures, then campaigns that say little, then what was proved.
int rank(const TargetResult& target) {
  if (!target.findings.empty()) return 0;
  if (target.result == "lost" || target.result.empty()) return 1;
  return target.result.starts_with("complete") ? 3 : 2;
}

std::string result_cell(const TargetResult& target) {
  if (!target.findings.empty()) {
    return fmt::format("<b class=\"bad\">{}</b>", counted(target.findings.size(), "finding"));
  }
  return escaped(target.result.empty() ? "not known" : target.result);
}

std::string overview(const std::vector<const TargetResult*>& targets) {
  std::string text =
      "<table class=\"overview\">\n<tr><th>program</th><th>result</th><th>runs</th><th>classes</th><th>time</th>"
      "<th>classes by runs</th></tr>\n";
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const TargetResult& target = *targets[i];
    text += fmt::format(
        "<tr><td><a href=\"#p{}\">{}</a></td><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>"
        "<td class=\"number\">{:.1f} s</td><td>{}</td></tr>\n",
        i + 1, escaped(program_name(target.program)), result_cell(target), target.runs, target.distinct, target.seconds,
        sparkline(target));
  }
  return text + "</table>\n";
}

std::string folded(const char* title, const std::string& content, bool open) {
  return fmt::format("<details{}><summary>{}</summary>\n{}</details>\n", open ? " open" : "", title, content);
}

std::string details(const TargetResult& target, std::size_t number) {
  const std::string figures = plots(target);
  return fmt::format("<details class=\"target\" id=\"p{}\"{}><summary>{} <span class=\"faint\">{}</span></summary>\n",
                     number, target.findings.empty() ? "" : " open", escaped(program_name(target.program)),
                     result_cell(target)) +
         facts(target) + (target.findings.empty() ? "" : "<h2>Findings</h2>\n" + findings(target)) + sections(target) +
         (figures.empty() ? "" : folded("Coverage", figures, target.findings.empty())) + "</details>\n";
}

}  // namespace

std::string html_campaign(const std::vector<TargetResult>& targets) {
  std::vector<std::pair<int, std::size_t>> order;
  for (std::size_t i = 0; i < targets.size(); ++i) order.emplace_back(rank(targets[i]), i);
  std::sort(order.begin(), order.end());
  std::vector<const TargetResult*> ordered;
  for (const auto& [ranked, place] : order) ordered.push_back(&targets[place]);
  const auto failed = std::count_if(targets.begin(), targets.end(),
                                    [](const TargetResult& target) { return !target.findings.empty(); });
  std::string text = html_head("Sleave: campaigns") + "<body>\n";
  text += fmt::format("<h1>{}{}</h1>\n", counted(targets.size(), "program"),
                      failed == 0 ? "" : fmt::format(" <span class=\"kind\">{} with findings</span>", failed));
  text += overview(ordered);
  for (std::size_t i = 0; i < ordered.size(); ++i) text += details(*ordered[i], i + 1);
  return text + "<script>\n" + kOpenLinked + "</script>\n</body></html>\n";
}

}  // namespace sleave

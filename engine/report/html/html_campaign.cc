#include "engine/report/html/html_campaign.h"

#include <fmt/format.h>

#include "engine/report/html/html.h"
#include "engine/report/html/plot.h"
#include "engine/report/markup.h"

namespace sleave {
namespace {

std::string fact(const char* name, const std::string& value) {
  return fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", name, escaped(value));
}

std::string facts(const TargetResult& target) {
  std::string text = "<table class=\"facts\">\n" + fact("program", target.program);
  if (target.runs != 0) {
    const double rate = target.seconds > 0 ? static_cast<double>(target.runs) / target.seconds : 0;
    text += fact("result", target.result) + fact("strategy", fmt::format("{}, seed {}", target.strategy, target.seed)) +
            fact("runs", fmt::format("{} in {:.1f} s, {:.0f} a second", target.runs, target.seconds, rate)) +
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

}  // namespace

std::string html_campaign(const std::vector<TargetResult>& targets) {
  std::string text = html_head("Sleave: campaigns") + "<body>\n";
  for (const TargetResult& target : targets) {
    text += fmt::format("<section>\n<h1>{}{}</h1>\n", escaped(program_name(target.program)),
                        target.findings.empty()
                            ? ""
                            : fmt::format(" <span class=\"kind\">{} finding{}</span>", target.findings.size(),
                                          target.findings.size() == 1 ? "" : "s"));
    const std::string figures = plots(target);
    text += facts(target) + "<h2>Findings</h2>\n" + findings(target) + sections(target) +
            (figures.empty() ? "" : "<h2>Coverage</h2>\n" + figures) + "</section>\n";
  }
  return text + "</body></html>\n";
}

}  // namespace sleave

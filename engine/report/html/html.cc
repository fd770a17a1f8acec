#include "engine/report/html/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/base/counted.h"
#include "engine/report/cause_words.h"
#include "engine/report/html/html_assets.h"
#include "engine/report/html/html_calls.h"
#include "engine/report/html/html_source.h"
#include "engine/report/html/shape_graph.h"
#include "engine/report/markup.h"
#include "engine/report/page.h"
#include "engine/report/text.h"

namespace sleave {
namespace {

// "-> 1" as one sign, which no line ends in.
std::string with_arrows(std::string text) {
  constexpr std::string_view kArrow = "-&gt; ";
  for (std::size_t at = text.find(kArrow); at != std::string::npos; at = text.find(kArrow, at)) {
    text.replace(at, kArrow.size(), "\u2192&nbsp;");
  }
  return text;
}

constexpr unsigned kColors = 8;

struct Arrow {
  const char* words;
  const char* kinds;  // of FindingLink
};
constexpr Arrow kArrows[] = {{"reads from", "reads"},
                             {"lock handed on", "lock"},
                             {"wakes", "wake"},
                             {"blocks", "blocks"},
                             {"create, join", "create join"}};

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// Where all steps are in one file, its name is above the source.
std::string short_place(const Frame& frame, bool one_file) {
  if (frame.line == 0) return "";
  return one_file ? fmt::format("line {}", frame.line) : fmt::format("{}:{}", file_name(frame.file), frame.line);
}

std::string cause(const Finding& finding) {
  const std::vector<std::string> parts = cause_parts(finding.cause);
  std::string text;
  const char* marked = finding.cause.steps.empty() ? "" : " <span class=\"faint\">(steps with a red edge)</span>";
  if (!parts.empty())
    text += fmt::format("<div class=\"cause\"><p>{}{}</p>\n<ul>\n", cause_claim(finding.cause), marked);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += fmt::format("<li>{}{}</li>\n", escaped(parts[i]), i + 1 < parts.size() ? ", and" : ".");
  }
  if (!parts.empty()) text += "</ul></div>\n";
  for (const std::string& count : cause_counts(finding.cause)) {
    text += fmt::format("<p class=\"faint\">{}</p>\n", escaped(count));
  }
  return text;
}

// Calls that a figure shows are not listed as well.
std::string why(const Finding& finding) {
  const std::string sentence = finding_sentence(finding);
  return html_calls(finding).empty() ? sentence : sentence.substr(0, sentence.find('\n'));
}

// Data structures are drawn.
std::string inputs(const Finding& finding) {
  std::string text;
  for (const FindingInput& input : finding.inputs) {
    if (is_in_shape(finding.inputs, input) && !svg_shapes(finding.inputs).empty()) continue;
    text += fmt::format("<span><code>{} = {}</code></span>", escaped(input.name), escaped(input.value));
  }
  if (!text.empty()) text = "<p class=\"inputs\">with " + text + "</p>\n";
  return text + svg_shapes(finding.inputs);
}

std::string header(const StoredFinding& stored) {
  const Finding& finding = stored.finding;
  std::string text = fmt::format(
      "<header>\n<button id=\"theme\" data-move=\"theme\">light / dark</button>\n"
      "<h1><span class=\"kind\">{}</span> in {}</h1>\n<p class=\"why\">{}</p>\n",
      escaped(finding.title), escaped(program_name(finding.target)), escaped(why(finding)));
  if (!finding.needs.empty())
    text += fmt::format("<p>needs: {}</p>\n", escaped(fmt::format("{}", fmt::join(finding.needs, ", "))));
  text += inputs(finding);
  text += cause(finding);
  text += fmt::format(
      "<p class=\"faint\">run {} of strategy {}, seed {}; {}, {}; {}</p>\n"
      "<p>to make it happen again: <code class=\"command\">{}</code></p>\n</header>\n",
      finding.first_run, escaped(finding.strategy), finding.seed, counted(finding.events, "event"),
      counted(finding.switches, "switch"), escaped(finding.signature), escaped(replay_command(stored)));
  return text;
}

bool has_links(const Finding& finding, const std::string& kinds) {
  return std::any_of(finding.links.begin(), finding.links.end(), [&](const FindingLink& link) {
    return (" " + kinds + " ").find(" " + link.kind + " ") != std::string::npos;
  });
}

// A switch between all steps and those that are part of the failure, if there are others.
std::string step_filter(const Finding& finding) {
  const auto keys =
      std::count_if(finding.steps.begin(), finding.steps.end(), [](const auto& step) { return step.key; });
  if (keys == 0 || static_cast<std::size_t>(keys) == finding.steps.size()) return "";
  const char* which = finding.cause.steps.empty() ? "failure" : "explanation";
  return fmt::format("<label title=\"e\"><input type=\"checkbox\" id=\"only\"> only the {} of the {}</label>\n",
                     counted(static_cast<std::uint64_t>(keys), "step"), which);
}

std::string bar(const Finding& finding) {
  std::string text =
      "<div class=\"bar\"><span><button data-move=\"first\">first</button> <button "
      "data-move=\"previous\">back</button> "
      "<span class=\"position\"></span> <button data-move=\"next\">next</button> <button "
      "data-move=\"last\">last</button> "
      "<button data-move=\"all\">none</button></span>\n" +
      step_filter(finding) +
      "<span class=\"faint\"><kbd>j</kbd> <kbd>k</kbd> or arrows: step; <kbd>J</kbd> <kbd>K</kbd>: part of the "
      "failure; <kbd>Esc</kbd>: none; <kbd>t</kbd>: colors</span>\n<span class=\"legend\">";
  for (const Arrow& arrow : kArrows) {
    if (!has_links(finding, arrow.kinds)) continue;
    const std::string kinds = arrow.kinds;
    text += fmt::format("<label class=\"{}\"><input type=\"checkbox\" checked data-kinds=\"{}\"><i></i>{}</label>",
                        kinds.substr(0, kinds.find(' ')), kinds, arrow.words);
  }
  return text + "</span></div>\n";
}

// Arrow heads take the color of their arrow from the style.
std::string arrow_heads() {
  std::string text = "<svg aria-hidden=\"true\"><defs>";
  for (const char* kind : {"reads", "lock", "wake", "blocks", "create", "join"}) {
    text += fmt::format(
        "<marker id=\"head-{0}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
        "orient=\"auto\" "
        "markerUnits=\"userSpaceOnUse\"><path class=\"{0}\" style=\"fill:currentColor;stroke:none;opacity:1\" d=\"M0,0 "
        "L8,4 L0,8 "
        "z\"/></marker>",
        kind);
  }
  return text + "</defs></svg>";
}

std::string note_row(std::size_t columns, const std::string& text) {
  return fmt::format("<tr class=\"note\"><td></td><td colspan=\"{}\">{}</td></tr>\n", columns + 1, text);
}

// The other cells of a row are empty, so the operation may extend over those to its right.
std::string lane_cells(const FindingStep& step, const std::vector<std::uint32_t>& threads) {
  const auto own = std::find(threads.begin(), threads.end(), step.thread);
  std::string text;
  for (auto thread = threads.begin(); thread != own; ++thread) text += "<td class=\"lane\"></td>";
  const std::string again = step.period == 1 ? fmt::format(" (x{})", step.repeats + 1) : "";
  return text + fmt::format("<td class=\"lane\" colspan=\"{}\"><span class=\"op t{}\">{}{}</span></td>",
                            threads.end() - own, step.thread % kColors, with_arrows(escaped(step.text)), again);
}

std::string step_row(const Finding& finding, const std::vector<std::uint32_t>& threads, std::size_t number) {
  const FindingStep& step = finding.steps[number];
  std::string classes = "step";
  if (step.after_switch) classes += " switch";
  if (step.key) classes += " key";
  const std::vector<std::uint32_t>& named = finding.cause.steps;
  if (std::find(named.begin(), named.end(), number) != named.end()) classes += " cause";
  if (step.unfinished) classes += " unfinished";
  std::string text = fmt::format(
      "<tr class=\"{}\" id=\"row-{}\" data-thread=\"{}\" data-label=\"{}\" data-file=\"{}\" data-line=\"{}\" "
      "data-object=\"{}\" "
      "data-value=\"{}\"><td class=\"number\">{}</td>",
      classes, number + 1, step.thread, escaped(finding.threads[step.thread].label), escaped(step.where.file),
      step.where.line, escaped(step.object), escaped(step.value),
      step.unfinished ? "" : std::to_string(step.index + 1));
  text += lane_cells(step, threads);
  return text + fmt::format("<td class=\"places\" title=\"{}\">{}</td></tr>\n", escaped(step.where.function),
                            escaped(short_place(step.where, files_shown(finding).size() == 1)));
}

std::string lane_heads(const Finding& finding, const std::vector<std::uint32_t>& threads) {
  std::string text = "<thead><tr><th>step</th>";
  for (const std::uint32_t index : threads) {
    const FindingThread& thread = finding.threads[index];
    const std::string name = thread.name.empty() ? "" : fmt::format(" '{}'", thread.name);
    const std::string state = thread.waits_for.empty() ? thread.state : "waits for " + thread.waits_for;
    text += fmt::format("<th class=\"lane t{}\">{}{}<br><span class=\"state\">{}</span></th>", index % kColors,
                        escaped(thread.label), escaped(name), escaped(state));
  }
  return text + "<th>where</th></tr></thead>\n";
}

// How many steps come before there is a second thread: what they write are initial values.
std::uint32_t steps_alone(const Finding& finding) {
  std::uint32_t first = 0;
  for (const FindingLink& link : finding.links) {
    if (link.kind == "create" && (first == 0 || link.from < first)) first = link.from;
  }
  return first;
}

std::string links_json(const Finding& finding) {
  nlohmann::json links = nlohmann::json::array();
  const std::uint32_t alone = steps_alone(finding);
  for (const FindingLink& link : finding.links) {
    const bool initial = link.kind == "reads" && link.from < alone;
    links.push_back({{"kind", link.kind}, {"from", link.from}, {"to", link.to}, {"initial", initial}});
  }
  return links.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

// Only threads that have a step: others would be empty columns.
std::string lanes(const Finding& finding) {
  std::set<std::uint32_t> used;
  for (const FindingStep& step : finding.steps) used.insert(step.thread);
  const std::vector<std::uint32_t> threads(used.begin(), used.end());
  std::string text =
      fmt::format("<div class=\"lanes\" data-links=\"{}\">{}<table>\n", escaped(links_json(finding)), arrow_heads());
  text += lane_heads(finding, threads) + "<tbody>\n";
  for (std::size_t i = 0; i < finding.steps.size(); ++i) {
    const FindingStep& step = finding.steps[i];
    if (step.left_out != 0) {
      text += note_row(threads.size(), counted(step.left_out, "step") + " left out");
    }
    text += step_row(finding, threads, i);
    if (step.period > 1) {
      text +=
          note_row(threads.size(), fmt::format("the last {} steps happen {} more times", step.period, step.repeats));
    }
  }
  return text + "</tbody></table></div>\n";
}

std::string context(const Finding& finding, const Sources& sources) {
  return "<div class=\"context\">\n" + html_sources(finding, sources) +
         "<table class=\"values\"><caption></caption><thead><tr><th>memory</th><th>value</th><th>last used "
         "by</th></tr></thead>"
         "<tbody></tbody></table>\n</div>\n";
}

std::string objects(const Finding& finding) {
  std::string rows;
  for (const FindingObject& object : finding.objects) {
    if (object.named) continue;
    rows += fmt::format("<tr><td><code>{}</code></td><td>{}</td><td>{}</td></tr>\n", escaped(object.label),
                        escaped(object.category), escaped(object.place));
  }
  return rows.empty() ? "" : "<h2>Names</h2>\n<table class=\"facts\">\n" + rows + "</table>\n";
}

}  // namespace

std::string html_head(const std::string& title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "script-src "
      "'unsafe-inline'; img-src data:\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>{}</title>\n<style>\n{}</style></head>\n",
      escaped(title), kPageStyle);
}

std::string html_report(const StoredFinding& stored, const Sources& sources) {
  const Finding& finding = stored.finding;
  std::string text = html_head(fmt::format("{} in {}", finding.title, program_name(finding.target)));
  text += "<body>\n" + header(stored) + html_calls(finding);
  if (!finding.steps.empty()) {
    text += bar(finding) + "<div class=\"both\">\n" + lanes(finding) + context(finding, sources) + "</div>\n";
  }
  text += objects(finding);
  text += fmt::format(
      "<details{}><summary>the report as text</summary><pre>{}</pre></details>\n", finding.steps.empty() ? " open" : "",
      escaped(text_report(finding, replay_command(stored), {.color = false, .width = 120, .lines = 0})));
  if (!finding.steps.empty()) text += fmt::format("<script>\n{}</script>\n", kFindingScript);
  return text + "</body></html>\n";
}

}  // namespace sleave

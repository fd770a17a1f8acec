#include "engine/report/html/html_source.h"

#include <fmt/format.h>

#include <set>

#include "engine/find/symbols/code_origin.h"
#include "engine/report/markup.h"

namespace sleave {
namespace {

constexpr std::size_t kWholeFile = 250;  // lines; of a longer one only the surroundings are shown
constexpr std::size_t kAround = 12;

std::set<std::size_t> lines_used(const Finding& finding, const std::string& file) {
  std::set<std::size_t> lines;
  for (const FindingStep& step : finding.steps) {
    if (step.where.file == file) lines.insert(step.where.line);
  }
  if (const Frame* frame = innermost_own(finding.stack); frame != nullptr && frame->file == file)
    lines.insert(frame->line);
  return lines;
}

bool is_near(const std::set<std::size_t>& used, std::size_t line) {
  const auto next = used.lower_bound(line > kAround ? line - kAround : 0);
  return next != used.end() && *next <= line + kAround;
}

// Markup has one character for a tab, which would be a space.
std::string with_spaces(const std::string& line) {
  std::string text;
  for (const char c : line) {
    if (c == '\t') {
      text.append(4 - text.size() % 4, ' ');
    } else if (c != '\r') {
      text += c;
    }
  }
  return text;
}

std::string code(const std::vector<std::string>& lines, const std::set<std::size_t>& used) {
  std::string text = "<div class=\"code\">\n";
  bool gap = false;
  for (std::size_t number = 1; number <= lines.size(); ++number) {
    if (lines.size() > kWholeFile && !is_near(used, number)) {
      if (!gap) text += "<div class=\"gap\"><span class=\"number\">...</span></div>\n";
      gap = true;
      continue;
    }
    gap = false;
    text += fmt::format(
        "<div data-line=\"{0}\"{1}><span class=\"number\">{0}</span><span class=\"marks\"></span>{2}</div>\n", number,
        used.contains(number) ? " class=\"used\"" : "", escaped(with_spaces(lines[number - 1])));
  }
  return text + "</div>\n";
}

}  // namespace

std::string html_sources(const Finding& finding, const Sources& sources) {
  std::string text;
  const std::string shown = finding.steps.empty() ? "" : finding.steps.back().where.file;
  for (const std::string& file : files_shown(finding)) {
    const auto found = sources.find(file);
    text += fmt::format("<div class=\"source{}\" data-file=\"{}\"><div class=\"name\">{}</div>\n",
                        file == shown ? " shown" : "", escaped(file), escaped(file));
    text += found == sources.end() ? "<p class=\"faint\">&nbsp;The source was not found when this page was made.</p>\n"
                                   : code(found->second, lines_used(finding, file));
    text += "</div>\n";
  }
  return text;
}

}  // namespace sleave

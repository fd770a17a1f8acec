#include "engine/report/interleaving_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <span>

#include "engine/base/counted.h"
#include "engine/find/symbols/readable_name.h"
#include "engine/report/lines.h"

namespace sleave {
namespace {

constexpr std::size_t kMarks = 5;              // "  >* ": indent, switch, key
constexpr std::size_t kSeparator = 3;          // " | "
constexpr std::size_t kNarrowest = 11;         // of a thread's column: "unlock M12", "load x -> 0"
constexpr std::size_t kNarrowestWithRoom = 6;  // of one whose texts may extend over others; titles are cut only above
constexpr std::size_t kNarrowestPlace = 12;    // "queue.cc:120"
constexpr std::size_t kWidestPlace = 28;
constexpr std::size_t kFew = 4;  // thread columns that a person can follow
constexpr const char* kOthers = "others";
constexpr const char* kWhere = "where";
constexpr const char* kLine = "line";

// What the place column shows.
enum class Places {
  with_function,  // "queue.cc:31 in push", where there is room
  file_line,      // "queue.cc:31"
  line            // "31", where room is short and all steps are in one file, which the heading names
};

struct Column {
  std::string title;
  std::set<std::uint32_t> threads;
  std::size_t natural = 0;  // of its longest text
  std::size_t width = 0;
};

struct Layout {
  std::vector<Column> columns;
  std::size_t step_width = 4;  // "step"
  std::size_t place_width = 0;
  Places places = Places::file_line;

  [[nodiscard]] std::size_t total() const {
    const std::size_t cells =
        std::accumulate(columns.begin(), columns.end(), std::size_t{0},
                        [](std::size_t sum, const Column& c) { return sum + c.width + kSeparator; });
    return kMarks + step_width + cells + kSeparator + place_width;
  }

  // What a text of this column may take: the other cells of its row are empty, so it may extend over those to its
  // right.
  [[nodiscard]] std::size_t room(std::vector<Column>::const_iterator column) const {
    std::size_t sum = column->width;
    for (++column; column != columns.end(); ++column) sum += kSeparator + column->width;
    return sum;
  }
};

std::string file_line(const Frame& frame) {
  if (frame.line != 0) return clean(fmt::format("{}:{}", frame.file.substr(frame.file.rfind('/') + 1), frame.line));
  if (!frame.function.empty()) return clean(short_function(frame.function));
  return frame.module.empty() ? "" : clean(fmt::format("{}+0x{:x}", frame.module, frame.offset));
}

std::string place_with_function(const Frame& frame) {
  const std::string place = file_line(frame);
  return frame.line != 0 && !frame.function.empty() ? place + " in " + clean(short_function(frame.function)) : place;
}

std::string place(const Frame& frame, Places places) {
  if (places == Places::with_function) return place_with_function(frame);
  return places == Places::line ? (frame.line != 0 ? std::to_string(frame.line) : "") : file_line(frame);
}

// The file of all steps that have one; empty if there are several.
std::string only_file(const Finding& finding) {
  std::set<std::string> files;
  for (const auto& step : finding.steps) {
    if (step.where.line != 0) files.insert(step.where.file.substr(step.where.file.rfind('/') + 1));
  }
  return files.size() == 1 ? clean(*files.begin()) : "";
}

std::string cell_text(const Finding& finding, const FindingStep& step, const Column& column) {
  std::string text = clean(step.text);
  if (step.period == 1) text += fmt::format(" (x{})", step.repeats + 1);
  return column.threads.size() > 1 ? finding.threads[step.thread].label + ": " + text : text;
}

std::size_t natural_width(const Finding& finding, const Column& column) {
  std::size_t width = columns(column.title);
  for (const auto& step : finding.steps) {
    if (column.threads.contains(step.thread)) width = std::max(width, columns(cell_text(finding, step, column)));
  }
  return width;
}

std::string title(const FindingThread& thread) {
  return clean(thread.name.empty() || thread.name == thread.label ? thread.label : thread.label + " " + thread.name);
}

// One column for each thread that has a step.
std::vector<Column> all_columns(const Finding& finding) {
  std::map<std::uint32_t, Column> found;
  for (const auto& step : finding.steps) found[step.thread] = {title(finding.threads[step.thread]), {step.thread}};
  std::vector<Column> result;
  for (auto& [thread, column] : found) {
    column.width = column.natural = natural_width(finding, column);
    result.push_back(std::move(column));
  }
  return result;
}

// The columns that can be narrower with every text still on one line. They are the first so many: what one of them
// gives is missing to all up to it.
std::size_t with_room(const Layout& layout) {
  auto column = layout.columns.begin();
  while (column != layout.columns.end() && layout.room(column) > column->natural) ++column;
  return static_cast<std::size_t>(column - layout.columns.begin());
}

// What a column must keep, for a text of its own or as the beginning of one that extends over others.
std::size_t least(const Column& column, bool has_room) {
  return has_room ? std::clamp(columns(column.title), kNarrowestWithRoom, kNarrowest) : kNarrowest;
}

// Takes one from the widest of the first `count` columns; false if all have their least.
bool take_one(Layout& layout, std::size_t count, bool has_room) {
  Column* widest = nullptr;
  for (Column& column : std::span(layout.columns).first(count)) {
    if (column.width <= least(column, has_room)) continue;
    if (widest == nullptr || column.width > widest->width) widest = &column;
  }
  if (widest != nullptr) --widest->width;
  return widest != nullptr;
}

// Takes one from the thread columns at a time until the table fits or all have their least; texts are broken last.
void narrow(Layout& layout, std::size_t width) {
  while (layout.total() > width) {
    if (!take_one(layout, with_room(layout), true) && !take_one(layout, layout.columns.size(), false)) return;
  }
}

// How much a thread has to do with the failure.
std::size_t weight(const Finding& finding, const Column& column) {
  std::size_t weight = column.threads.contains(finding.thread) ? 1'000'000 : 0;
  for (const auto& step : finding.steps) {
    if (column.threads.contains(step.thread)) weight += step.key ? 1'000 : 1;
  }
  return weight;
}

// Moves the lightest single thread into the shared last column.
void merge_one(const Finding& finding, Layout& layout) {
  const bool shared = layout.columns.back().threads.size() > 1;
  const auto end = layout.columns.end() - (shared ? 1 : 0);
  const auto lighter = [&](const Column& a, const Column& b) { return weight(finding, a) < weight(finding, b); };
  if (!shared) {
    const auto lightest = std::min_element(layout.columns.begin(), end, lighter);
    std::rotate(lightest, lightest + 1, layout.columns.end());
    layout.columns.back().title = kOthers;
  }
  const auto next = std::min_element(layout.columns.begin(), layout.columns.end() - 1, lighter);
  layout.columns.back().threads.merge(next->threads);
  layout.columns.erase(next);
}

std::size_t place_width(const Finding& finding, Places places) {
  std::size_t width = columns(places == Places::line ? kLine : kWhere);
  for (const auto& step : finding.steps) width = std::max(width, columns(place(step.where, places)));
  return width;
}

bool breaks_texts(const Layout& layout) {
  for (auto column = layout.columns.begin(); column != layout.columns.end(); ++column) {
    if (layout.room(column) < column->natural) return true;
  }
  return false;
}

// Narrows the columns and at last merges threads until the table fits. Of many threads some are rather merged than
// texts broken.
void squeeze(const Finding& finding, Layout& layout, std::size_t width) {
  narrow(layout, width);
  while (layout.total() > width && layout.place_width > kNarrowestPlace) --layout.place_width;
  const auto has_too_many = [&] {
    const std::size_t count = layout.columns.size();
    return count > 2 && (layout.total() > width || (count > kFew && breaks_texts(layout)));
  };
  while (has_too_many()) {
    merge_one(finding, layout);
    for (auto& column : layout.columns) column.width = column.natural = natural_width(finding, column);
    narrow(layout, width);
  }
}

Layout make_layout(const Finding& finding, std::size_t width) {
  Layout layout;
  layout.columns = all_columns(finding);
  for (const auto& step : finding.steps) {
    layout.step_width = std::max(layout.step_width, std::to_string(step.index + 1).size());
  }
  for (const Places places : {Places::with_function, Places::file_line, Places::line}) {
    if (places == Places::line && only_file(finding).empty()) break;
    layout.places = places;
    layout.place_width = place_width(finding, places);
    if (layout.total() <= width) return layout;
  }
  layout.place_width = std::min(layout.place_width, kWidestPlace);
  squeeze(finding, layout, width);
  return layout;
}

std::string trimmed(std::string line) {
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

std::string ruled(const Layout& layout) {
  std::string line = "    -" + std::string(layout.step_width, '-');
  for (const auto& column : layout.columns) line += "-+-" + std::string(column.width, '-');
  return line + "-+-" + std::string(layout.place_width, '-');
}

std::string heading(const Layout& layout) {
  std::string line = std::string(kMarks + layout.step_width - 4, ' ') + "step";
  for (const auto& column : layout.columns) line += " | " + pad(keep_end(column.title, column.width), column.width);
  return line + " | " + (layout.places == Places::line ? kLine : kWhere);
}

// A line that speaks about steps, across all columns.
std::string across(const Layout& layout, const std::string& text) {
  return std::string(kMarks + layout.step_width - 3, ' ') + "... | " + text;
}

// The rest of a row behind a text of so many columns that begins in column `own`: empty cells, without the separators
// that the text covers.
std::string cells_behind(const Layout& layout, std::vector<Column>::const_iterator own, std::size_t taken) {
  std::string cells;
  std::size_t end = own->width;  // of the column, counted from where the text begins
  for (auto column = own + 1; column != layout.columns.end(); ++column) {
    if (taken <= end) {
      cells += std::string(end - taken, ' ') + " | ";
      taken = end + kSeparator;
    }
    end += kSeparator + column->width;
  }
  return cells + std::string(end - taken, ' ');
}

void add_step(const Finding& finding, const FindingStep& step, const Layout& layout, bool color,
              std::vector<std::string>& lines) {
  const auto own = std::find_if(layout.columns.begin(), layout.columns.end(),
                                [&](const Column& column) { return column.threads.contains(step.thread); });
  const auto cell = wrap(cell_text(finding, step, *own), layout.room(own));
  const std::string where = place(step.where, layout.places);
  const std::string number = step.unfinished ? "" : std::to_string(step.index + 1);
  for (std::size_t i = 0; i < cell.size(); ++i) {
    std::string line = i > 0 ? std::string(kMarks + layout.step_width, ' ')
                             : fmt::format("  {}{} {:>{}}", step.after_switch ? '>' : ' ', step.key ? '*' : ' ', number,
                                           layout.step_width);
    for (auto column = layout.columns.begin(); column != own; ++column) line += " | " + pad("", column->width);
    const std::string padded = pad(cell[i], own->width);
    line += " | " + (step.key ? paint(padded, Role::key, color) : padded);
    line += cells_behind(layout, own, columns(padded));
    line += " | " + (i == 0 ? paint(keep_end(where, layout.place_width), Role::location, color) : "");
    lines.push_back(trimmed(line));
  }
}

}  // namespace

std::vector<std::string> interleaving_table(const Finding& finding, const TextStyle& style) {
  if (finding.steps.empty()) return {};
  const Layout layout = make_layout(finding, style.width);
  std::vector<std::string> lines;
  if (layout.places == Places::line) lines.push_back("  All lines are in " + only_file(finding) + ".");
  lines.insert(lines.end(), {trimmed(heading(layout)), ruled(layout)});
  for (const FindingStep& step : finding.steps) {
    if (step.left_out > 0) {
      lines.push_back(across(layout, counted(step.left_out, "step") + " left out"));
    }
    add_step(finding, step, layout, style.color, lines);
    if (step.period > 1) {
      lines.push_back(across(layout, fmt::format("the last {} steps happen {} more times", step.period, step.repeats)));
    }
  }
  return lines;
}

}  // namespace sleave

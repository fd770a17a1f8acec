#include "cli/print/order_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/base/counted.h"
#include "engine/report/lines.h"

namespace sleave {
namespace {

constexpr std::size_t kWidth = 80;

enum class Verdict { too_weak, needed, stronger, relaxed, untried };

Verdict verdict_of(const OrderRow& row) {
  if (is_weaker(row.needed, row.place.own)) return Verdict::stronger;
  if (row.needed != row.place.own) return Verdict::too_weak;
  if (!row.tried) return Verdict::untried;
  return row.needed == SLEAVE_ORDER_relaxed ? Verdict::relaxed : Verdict::needed;
}

const char* verdict_words(Verdict verdict) {
  constexpr const char* kWords[] = {"too weak here (fails)", "needed (weaker fails)", "stronger than needed",
                                    "as weak as can be", "not tried"};
  return kWords[static_cast<std::size_t>(verdict)];
}

std::string place_words(const OrderPlace& place) {
  return fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line);
}

using Cells = std::vector<std::string>;

// The order of failure comes below that of success.
std::string operation_words(OrderedKind kind) {
  return kind == OrderedKind::failed_compare_exchange ? "  if it fails" : kind_words(kind);
}

Cells cells_of(const OrderRow& row) {
  return {place_words(row.place), operation_words(row.place.kind), order_words(row.place.kind, row.place.own),
          order_words(row.place.kind, row.needed), verdict_words(verdict_of(row))};
}

std::vector<std::size_t> widths_of(const std::vector<Cells>& lines) {
  std::vector<std::size_t> widths(lines.front().size());
  for (const Cells& cells : lines) {
    for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], columns(cells[i]));
  }
  // A long file name is cut, so that the rest fits.
  std::size_t rest = 2;
  for (std::size_t i = 1; i < widths.size(); ++i) rest += widths[i] + 2;
  widths[0] = std::min(widths[0], kWidth - std::min(kWidth - 8, rest));
  return widths;
}

std::string table_of(const std::vector<OrderRow>& rows) {
  std::vector<Cells> lines{{"place", "operation", "now", "enough", "verdict"}};
  for (const OrderRow& row : rows) lines.push_back(cells_of(row));
  const std::vector<std::size_t> widths = widths_of(lines);
  std::string text;
  for (const Cells& cells : lines) {
    std::string line = "  ";
    for (std::size_t i = 0; i < cells.size(); ++i) {
      line += i + 1 == cells.size() ? cells[i] : pad(keep_end(cells[i], widths[i]), widths[i] + 2);
    }
    text += line + "\n";
  }
  return text;
}

// How the program fails with the next weaker order, for each place once.
std::string failures_of(const std::vector<OrderRow>& rows) {
  std::string text;
  for (const OrderRow& row : rows) {
    if (!row.fails_with) continue;
    text += fmt::format("With {} {} at {}: {}.\n", order_words(row.place.kind, *row.fails_with),
                        kind_words(row.place.kind), place_words(row.place), row.failure);
  }
  return text;
}

std::string how_words(const ProgramOrders& orders) {
  if (!orders.report.complete) return "sampled: a failure may have been missed";
  const Exhaustion& space = *orders.exhaustion;
  std::string words = space.bound.empty() ? "complete" : "complete up to " + space.bound;
  std::string with;
  for (const std::string& each : in_words(space.assumptions)) with += (with.empty() ? ", with " : ", ") + each;
  return words + with;
}

std::uint64_t count(const std::vector<OrderRow>& rows, Verdict verdict) {
  return static_cast<std::uint64_t>(
      std::count_if(rows.begin(), rows.end(), [&](const OrderRow& row) { return verdict_of(row) == verdict; }));
}

std::string unknown_lines(const ProgramOrders& orders) {
  if (orders.unknown == 0) return "";
  return fmt::format(
      "{} not listed: the place in the program is not known. Compile with -g and -O1 or higher, so that operations of "
      "std::atomic are inlined.\n",
      counted(orders.unknown, "atomic operation is", "atomic operations are"));
}

std::string conclusion(const ProgramOrders& orders) {
  const OrderReport& report = orders.report;
  std::string text =
      fmt::format("{}, {} in {:.1f} s.\n", counted(report.tests, "test"), counted(orders.runs, "run"), orders.seconds);
  if (!report.own_failure.empty()) {
    text += fmt::format("With its own orders the program fails: {}.\n", report.own_failure);
  }
  if (!report.is_about_orders()) {
    return text + fmt::format(
                      "With seq_cst everywhere it fails, too: {}. That is not a matter of memory orders; 'sleave run' "
                      "reports it.\n",
                      report.strongest_failure);
  }
  if (report.rows.empty()) return text + "No atomic operation of the program was executed.\n";
  if (report.stopped) return text + "The time was over before all orders were tried: use a longer --time.\n";
  text += fmt::format(
      "{} too weak, {} stronger than these tests need.\n"
      "With the orders of the column 'enough', all together, these tests pass under C++20's memory model, and none of "
      "them can be weaker. Other assignments may do, too.\n"
      "The search is {}.\n",
      counted(count(report.rows, Verdict::too_weak), "order is", "orders are"),
      counted(count(report.rows, Verdict::stronger), "is", "are"), how_words(orders));
  return text;
}

std::string verdict_name(Verdict verdict) {
  constexpr const char* kNames[] = {"too_weak", "needed", "stronger", "relaxed", "untried"};
  return kNames[static_cast<std::size_t>(verdict)];
}

nlohmann::json row_json(const OrderRow& row) {
  nlohmann::json json = {{"file", row.place.file},
                         {"line", row.place.line},
                         {"column", row.place.column},
                         {"function", row.place.function},
                         {"operation", kind_words(row.place.kind)},
                         {"now", order_words(row.place.kind, row.place.own)},
                         {"enough", order_words(row.place.kind, row.needed)},
                         {"verdict", verdict_name(verdict_of(row))}};
  if (row.fails_with) {
    json["fails_with"] = order_words(row.place.kind, *row.fails_with);
    json["failure"] = row.failure;
  }
  return json;
}

}  // namespace

std::string order_lines(const CampaignOptions& options, const ProgramOrders& orders) {
  std::string text;
  const OrderReport& report = orders.report;
  if (report.is_about_orders() && !report.rows.empty()) {
    text += fmt::format("Memory orders of {}:\n\n{}\n", clean(options.target.program), table_of(report.rows));
    text += wrap_lines(failures_of(report.rows), kWidth) + "\n";
  }
  return text + wrap_lines(conclusion(orders) + unknown_lines(orders), kWidth);
}

std::string orders_json(const CampaignOptions& options, const ProgramOrders& orders) {
  const OrderReport& report = orders.report;
  nlohmann::json rows = nlohmann::json::array();
  for (const OrderRow& row : report.rows) rows.push_back(row_json(row));
  const nlohmann::json json = {{"program", options.target.program},
                               {"arguments", options.target.arguments},
                               {"result", report.complete ? "complete" : "sampled"},
                               {"stopped", report.stopped},
                               {"own_failure", report.own_failure},
                               {"strongest_failure", report.strongest_failure},
                               {"tests", report.tests},
                               {"runs", orders.runs},
                               {"seconds", orders.seconds},
                               {"unknown", orders.unknown},
                               {"operations", rows}};
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string order_progress(const OrderPlace* place, std::uint64_t tests) {
  if (place == nullptr) return fmt::format("test {}", tests + 1);
  return fmt::format("test {}: {} at {}", tests + 1, kind_words(place->kind), place_words(*place));
}

}  // namespace sleave

#include "engine/base/report_section.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sleave {
namespace {

struct Text {
  std::string operator()(std::monostate /*nothing*/) const { return "-"; }
  std::string operator()(bool value) const { return value ? "yes" : "no"; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return fmt::format("{:.1f}", value); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const std::vector<std::string>& values) const {
    return fmt::format("{}", fmt::join(values, ", "));
  }
};

}  // namespace

std::string cell_text(const ReportTable::Cell& cell) {
  return cell.text.empty() ? std::visit(Text(), cell.value) : cell.text;
}

}  // namespace sleave

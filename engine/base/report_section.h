// ReportSection: a part of a report as data: facts and tables by key for tools, sentences for people. The printer need
// not know which part of Sleave made it.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace sleave {

using ReportValue = std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::string>>;

struct ReportFact {
  std::string key;
  ReportValue value;
  bool operator==(const ReportFact&) const = default;
};

struct ReportTable {
  struct Column {
    std::string key;      // empty: not for tools
    std::string heading;  // empty: not for people
    bool operator==(const Column&) const = default;
  };
  struct Cell {
    ReportValue value;
    std::string text{};  // as people read it; empty: the value itself
    bool operator==(const Cell&) const = default;
  };
  std::string key;
  std::string title;  // empty: the whole table is not for people
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
  bool operator==(const ReportTable&) const = default;
};

struct ReportLine {
  std::string text;
  bool detail = false;  // belongs to a line before it
  bool operator==(const ReportLine&) const = default;
};

struct ReportSection {
  std::string key;
  std::vector<ReportFact> facts;
  std::vector<ReportTable> tables;
  std::vector<ReportLine> lines;
  bool operator==(const ReportSection&) const = default;
};

// Of a number that is counted.
inline ReportValue report_count(std::uint64_t number) { return static_cast<std::int64_t>(number); }

// A cell as people read it.
std::string cell_text(const ReportTable::Cell& cell);

}  // namespace sleave

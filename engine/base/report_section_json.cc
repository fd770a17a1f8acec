#include "engine/base/report_section_json.h"

#include <nlohmann/json.hpp>

namespace sleave {
namespace {

using nlohmann::json;

json value_json(const ReportValue& value) {
  return std::visit(
      [](const auto& held) -> json {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return nullptr;
        } else {
          return held;
        }
      },
      value);
}

ReportValue value_from_json(const json& saved) {
  if (saved.is_null()) return std::monostate();
  if (saved.is_boolean()) return saved.get<bool>();
  if (saved.is_number_integer()) return saved.get<std::int64_t>();
  if (saved.is_number()) return saved.get<double>();
  if (saved.is_array()) return saved.get<std::vector<std::string>>();
  return saved.get<std::string>();
}

json table_json(const ReportTable& table) {
  json columns = json::array();
  for (const ReportTable::Column& column : table.columns) columns.push_back({column.key, column.heading});
  json rows = json::array();
  for (const std::vector<ReportTable::Cell>& row : table.rows) {
    json& cells = rows.emplace_back(json::array());
    for (const ReportTable::Cell& cell : row) cells.push_back({value_json(cell.value), cell.text});
  }
  return {{"key", table.key}, {"title", table.title}, {"columns", columns}, {"rows", rows}};
}

ReportTable table_from_json(const json& saved) {
  ReportTable table{.key = saved.at("key"), .title = saved.at("title"), .columns = {}, .rows = {}};
  for (const json& column : saved.at("columns")) table.columns.push_back({column.at(0), column.at(1)});
  for (const json& row : saved.at("rows")) {
    std::vector<ReportTable::Cell>& cells = table.rows.emplace_back();
    for (const json& cell : row) cells.push_back({value_from_json(cell.at(0)), cell.at(1)});
    if (cells.size() != table.columns.size()) throw json::other_error::create(501, "a row of another length", &row);
  }
  return table;
}

}  // namespace

json section_for_tools(const ReportSection& section) {
  json object = json::object();
  for (const ReportFact& fact : section.facts) object[fact.key] = value_json(fact.value);
  for (const ReportTable& table : section.tables) {
    json& rows = object[table.key] = json::array();
    for (const std::vector<ReportTable::Cell>& row : table.rows) {
      json& entry = rows.emplace_back(json::object());
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (!table.columns[i].key.empty()) entry[table.columns[i].key] = value_json(row[i].value);
      }
    }
  }
  return object;
}

json saved_sections(const std::vector<ReportSection>& sections) {
  json list = json::array();
  for (const ReportSection& section : sections) {
    json facts = json::array();
    for (const ReportFact& fact : section.facts) facts.push_back({fact.key, value_json(fact.value)});
    json tables = json::array();
    for (const ReportTable& table : section.tables) tables.push_back(table_json(table));
    json lines = json::array();
    for (const ReportLine& line : section.lines) lines.push_back({line.text, line.detail});
    list.push_back({{"key", section.key}, {"facts", facts}, {"tables", tables}, {"lines", lines}});
  }
  return list;
}

std::vector<ReportSection> sections_from_json(const json& saved) {
  std::vector<ReportSection> sections;
  for (const json& each : saved) {
    ReportSection& section = sections.emplace_back();
    section.key = each.at("key");
    for (const json& fact : each.at("facts")) section.facts.push_back({fact.at(0), value_from_json(fact.at(1))});
    for (const json& table : each.at("tables")) section.tables.push_back(table_from_json(table));
    for (const json& line : each.at("lines")) section.lines.push_back({line.at(0), line.at(1)});
  }
  return sections;
}

}  // namespace sleave

#include "engine/report/export/lcov.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace sleave {
namespace {

// What the file about one source has, in the order of its lines.
struct Source {
  std::multimap<std::uint32_t, const CoveredFunction*> functions;
  std::multimap<std::uint32_t, const Branch*> branches;
  std::map<std::uint32_t, const CoveredLine*> lines;
};

std::map<std::string, Source> by_source(const BranchTable& table) {
  std::map<std::string, Source> sources;
  for (const CoveredLine& line : table.lines()) sources[line.file].lines[line.line] = &line;
  for (const CoveredFunction& function : table.functions()) {
    sources[function.file].functions.emplace(function.line, &function);
  }
  for (const Branch& branch : table.branches()) {
    if (branch.line != 0) sources[branch.file].branches.emplace(branch.line, &branch);
  }
  return sources;
}

class Writer {
 public:
  explicit Writer(const BranchCoverage& coverage) : coverage_(coverage) {}

  std::string text(const std::string& path, const Source& source) const {
    return fmt::format("TN:\nSF:{}\n{}{}{}end_of_record\n", path, functions(source), branches(source), lines(source));
  }

 private:
  [[nodiscard]] bool any(const std::vector<std::uint32_t>& edges) const {
    return std::any_of(edges.begin(), edges.end(),
                       [&](std::uint32_t edge) { return edge < coverage_.edges.size() && coverage_.edges[edge] != 0; });
  }

  [[nodiscard]] std::string functions(const Source& source) const {
    std::string names;
    std::string hits;
    std::size_t hit = 0;
    for (const auto& [line, function] : source.functions) {
      const bool called = any(function->edges);
      names += fmt::format("FN:{},{}\n", line, function->symbol);
      hits += fmt::format("FNDA:{},{}\n", called ? 1 : 0, function->symbol);
      hit += called ? 1 : 0;
    }
    return fmt::format("{}{}FNF:{}\nFNH:{}\n", names, hits, source.functions.size(), hit);
  }

  [[nodiscard]] std::string branches(const Source& source) const {
    std::string text;
    std::size_t found = 0;
    std::size_t hit = 0;
    std::map<std::uint32_t, std::size_t> blocks;  // branches of a line so far
    for (const auto& [line, branch] : source.branches) {
      const std::size_t block = blocks[line]++;
      const auto taken = [&](std::uint32_t side) { return coverage_.taken.contains(side); };
      const bool reached = std::any_of(branch->sides.begin(), branch->sides.end(), taken);
      for (std::size_t i = 0; i < branch->sides.size(); ++i) {
        const char* count = !reached ? "-" : taken(branch->sides[i]) ? "1" : "0";
        text += fmt::format("BRDA:{},{},{},{}\n", line, block, i, count);
        ++found;
        hit += taken(branch->sides[i]) ? 1 : 0;
      }
    }
    return fmt::format("{}BRF:{}\nBRH:{}\n", text, found, hit);
  }

  [[nodiscard]] std::string lines(const Source& source) const {
    std::string text;
    std::size_t hit = 0;
    for (const auto& [number, line] : source.lines) {
      const bool run = any(line->edges);
      text += fmt::format("DA:{},{}\n", number, run ? 1 : 0);
      hit += run ? 1 : 0;
    }
    return fmt::format("{}LF:{}\nLH:{}\n", text, source.lines.size(), hit);
  }

  const BranchCoverage& coverage_;
};

}  // namespace

std::string lcov_report(const BranchCoverage& coverage) {
  std::string text;
  const Writer writer(coverage);
  for (const auto& [path, source] : by_source(coverage.table)) text += writer.text(path, source);
  return text;
}

}  // namespace sleave

#include "engine/report/export/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "engine/report/markup.h"
#include "engine/report/text.h"

namespace sleave {
namespace {

std::string property(const char* name, const std::string& value) {
  return fmt::format("        <property name=\"{}\" value=\"{}\"/>\n", name, escaped(value));
}

std::string properties(const TargetResult& target) {
  std::string text = "      <properties>\n";
  if (!target.result.empty()) text += property("result", target.result);
  if (target.runs != 0) {
    text += property("strategy", target.strategy) + property("seed", std::to_string(target.seed)) +
            property("runs", std::to_string(target.runs)) + property("distinct", std::to_string(target.distinct));
  }
  for (const auto& [finding, folder] : target.findings) text += property("signature", finding.signature);
  return text + "      </properties>\n";
}

bool is_lost(const TargetResult& target) { return target.findings.empty() && target.result == "lost"; }

std::string failure(const TargetResult& target) {
  if (is_lost(target)) {
    return "      <error message=\"most runs were lost: nothing is known about the program\" type=\"lost\"/>\n";
  }
  if (target.findings.empty()) return "";
  const Finding& first = target.findings.front().finding;
  std::string text =
      fmt::format("      <failure message=\"{}\" type=\"{}\">", escaped(finding_sentence(first)), escaped(first.kind));
  for (const StoredFinding& stored : target.findings) {
    text += escaped(text_report(stored.finding, replay_command(stored), {}));
  }
  return text + "</failure>\n";
}

std::string test_case(const TargetResult& target) {
  return fmt::format("    <testcase classname=\"sleave\" name=\"{}\" time=\"{:.3f}\">\n{}{}    </testcase>\n",
                     escaped(program_name(target.program)), target.seconds, properties(target), failure(target));
}

}  // namespace

std::string junit_report(const std::vector<TargetResult>& targets) {
  const auto failed = std::count_if(targets.begin(), targets.end(), [](const auto& t) { return !t.findings.empty(); });
  const double seconds =
      std::accumulate(targets.begin(), targets.end(), 0.0, [](double sum, const auto& t) { return sum + t.seconds; });
  const auto lost = std::count_if(targets.begin(), targets.end(), is_lost);
  const std::string counts = fmt::format("name=\"sleave\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"",
                                         targets.size(), failed, lost, seconds);
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n  <testsuite {0} skipped=\"0\">\n", counts);
  for (const TargetResult& target : targets) text += test_case(target);
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace sleave

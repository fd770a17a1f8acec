#include "engine/harness/requests.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "engine/analyze/build.h"
#include "engine/analyze/names/shape_words.h"
#include "engine/find/same_failure.h"
#include "engine/find/symbols/symbolizer.h"

namespace sleave::harness {
namespace {

// Addresses below are null with an offset.
constexpr std::uint64_t kNullPage = 4096;

class Words {
 public:
  Words(const OneThread::Request& request, Symbolizer& symbolizer)
      : trace_(request.failed), finding_(build_finding(request.failed, symbolizer)) {}

  std::string text() {
    const std::string place = failing_place(finding_);
    const std::string where = place.empty() ? "" : fmt::format(" ({})", place);
    return fmt::format("{} {}{}", who(), what(), where);
  }

  // "list->next != NULL"; empty: none is known.
  [[nodiscard]] std::string condition() const {
    const std::string pointer = finding_.kind == "crash" ? null_pointer() : "";
    return pointer.empty() ? asserted() : pointer + " != NULL";
  }

  // The functions of a harness that call others are named after these, with a number if there are several harnesses.
  [[nodiscard]] std::string who() const {
    constexpr std::string_view kCall = "call_";
    std::string called = "a call";
    for (const Frame& frame : finding_.stack) {
      if (!frame.function.starts_with(kCall)) continue;
      called = frame.function.substr(kCall.size());
      called = called.substr(0, called.find('('));
      const std::size_t digits = called.find_first_not_of("0123456789");
      if (digits != 0 && digits != std::string::npos && called[digits] == '_') called = called.substr(digits + 1);
    }
    return called;
  }

 private:
  [[nodiscard]] std::string what() const {
    const std::string condition = asserted();
    if (!condition.empty()) return "asks for " + condition;
    if (trace_.outcome() != SLEAVE_OUTCOME_failed) return "asks for other inputs: one thread does not come to an end";
    if (finding_.kind == "crash") {
      const std::string pointer = null_pointer();
      if (!pointer.empty()) return fmt::format("asks for {} != null", pointer);
      return "asks for other inputs: " + (finding_.message.empty() ? "crash" : finding_.message);
    }
    return "asks for other inputs: " + finding_.title;
  }

  // "x > 0" of "list.c:12: insert: Assertion `x > 0' failed".
  [[nodiscard]] std::string asserted() const {
    constexpr std::string_view kBefore = "Assertion `";
    const std::size_t at = finding_.message.find(kBefore);
    if (at == std::string::npos) return "";
    const std::size_t end = finding_.message.rfind('\'');
    const std::size_t begin = at + kBefore.size();
    return end == std::string::npos || end < begin ? "" : finding_.message.substr(begin, end - begin);
  }

  // The input that the address of the failed access is made of, if it is one and was null.
  [[nodiscard]] std::string null_pointer() const {
    if (trace_.header.fault_address >= kNullPage || trace_.path_constraints.empty()) return "";
    const sleave_trace_path_constraint& last = trace_.path_constraints.back();
    if (last.kind != SLEAVE_PATH_CONSTRAINT_address) return "";
    std::set<std::uint32_t> bytes;
    add_bytes(last.expression, bytes);
    std::set<std::string> names;
    for (const sleave_trace_input& input : trace_.inputs) {
      const auto first = bytes.lower_bound(input.first);
      if (first != bytes.end() && *first < input.first + input.bytes) names.insert(written_out(input.text));
    }
    constexpr std::string_view kWhether = "null ";  // sleave_maybe
    if (names.size() != 1) return "";
    return names.begin()->starts_with(kWhether) ? names.begin()->substr(kWhether.size()) : *names.begin();
  }

  void add_bytes(std::uint32_t number, std::set<std::uint32_t>& bytes) const {
    std::vector<std::uint32_t> open = {number};
    std::set<std::uint32_t> seen;
    while (!open.empty()) {
      const std::uint32_t next = open.back();
      open.pop_back();
      if (next == 0 || next >= trace_.expressions.size() || !seen.insert(next).second) continue;
      const sleave_trace_expression& expression = trace_.expressions[next];
      if (expression.op == SLEAVE_OP_input) {
        bytes.insert(expression.operands[0]);
      } else if (expression.op == SLEAVE_OP_extract) {
        open.push_back(expression.operands[0]);
      } else {
        open.insert(open.end(), std::begin(expression.operands), std::end(expression.operands));
      }
    }
  }

  const Trace& trace_;
  Finding finding_;
};

}  // namespace

std::vector<RequestLine> request_lines(const OneThread& one_thread) {
  Symbolizer symbolizer;
  std::map<std::string, RequestLine> all;
  for (const OneThread::Request& request : one_thread.requests()) {
    Words words(request, symbolizer);
    RequestLine& line = all[words.text()];
    line.inputs += request.inputs.size();
    line.function = words.who();
    line.condition = words.condition();
  }
  std::vector<RequestLine> lines;
  for (auto& [text, line] : all) {
    line.text = text;
    lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end(), [](const RequestLine& a, const RequestLine& b) {
    return std::make_pair(b.inputs, a.text) < std::make_pair(a.inputs, b.text);
  });
  return lines;
}

}  // namespace sleave::harness

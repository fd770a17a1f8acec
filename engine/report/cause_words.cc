#include "engine/report/cause_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sleave {
namespace {

std::string inputs_tried(const FindingCause& cause) {
  if (cause.inputs == 0) return "";
  if (cause.conditions.empty()) {
    return fmt::format("{} of {} other inputs failed in this order as well.", cause.inputs_failed, cause.inputs);
  }
  const std::string otherwise = cause.broken_inputs == 0 ? ""
                                                         : fmt::format(", {} of {} for which a part of it does not",
                                                                       cause.broken_inputs_failed, cause.broken_inputs);
  return fmt::format("{} of {} other inputs for which this holds failed{}.", cause.inputs_failed, cause.inputs,
                     otherwise);
}

// What runs with the orders that are missing showed.
std::string orders_tried(const FindingCause& cause) {
  if (cause.orders_runs == 0) return "";
  return fmt::format(" With {}, {} of {} runs failed{}.", cause.orders.size() == 1 ? "this order" : "these orders",
                     cause.orders_failed, cause.orders_runs,
                     cause.orders_failed == 0 ? "" : ": other operations are too weak, too");
}

// Nothing where no memory order would help.
std::vector<std::string> weak_memory(const FindingCause& cause) {
  if (cause.orders.empty()) return {};
  if (!cause.old_values) {
    return {
        fmt::format("There would be no data race if {}.{}", fmt::join(cause.orders, ", and "), orders_tried(cause))};
  }
  return {fmt::format("C++20's memory model allows this run. It would not if {}.{}", fmt::join(cause.orders, ", and "),
                      orders_tried(cause)),
          cause.on_x86 ? "x86 processors can do this, too." : "x86 processors do not do this; ARM and POWER can."};
}

std::vector<std::string> tried_counts(const FindingCause& cause) {
  if (!cause.tried && cause.why_not.empty()) return {};
  if (!cause.tried) return {fmt::format("The cause of the failure was not found: {}.", cause.why_not)};
  const std::string so = cause.orderings.empty() ? "in whatever order the threads ran"
                         : cause.near            ? "like this one in this order"
                                                 : "in this order";
  const std::string otherwise = cause.reversed_runs == 0 ? ""
                                                         : fmt::format(", {} of {} with a part of it reversed",
                                                                       cause.reversed_failed, cause.reversed_runs);
  std::vector<std::string> counts = {
      fmt::format("{} of {} runs {} failed{}.", cause.failed, cause.runs, so, otherwise)};
  if (std::string inputs = inputs_tried(cause); !inputs.empty()) counts.push_back(std::move(inputs));
  return counts;
}

}  // namespace

std::vector<std::string> cause_parts(const FindingCause& cause) {
  if (!cause.tried) return {};
  std::vector<std::string> parts = cause.orderings;
  parts.insert(parts.end(), cause.conditions.begin(), cause.conditions.end());
  return parts;
}

std::vector<std::string> cause_counts(const FindingCause& cause) {
  std::vector<std::string> sentences = tried_counts(cause);
  for (std::string& sentence : weak_memory(cause)) sentences.push_back(std::move(sentence));
  return sentences;
}

std::string cause_claim(const FindingCause& cause) {
  const bool always = cause.failed == cause.runs && cause.inputs_failed == cause.inputs;
  const bool parts_matter =
      (cause.orderings.empty() || cause.reversed_runs > 0) && (cause.conditions.empty() || cause.broken_inputs > 0);
  const bool only_so = cause.reversed_failed == 0 && cause.broken_inputs_failed == 0;
  if (cause.near && always && only_so) return "With the rest of its schedule as it is, it fails whenever";
  if (cause.near) return "With the rest of its schedule as it is, it failed in most runs in which";
  if (always && parts_matter && only_so) return "It fails whenever";
  if (always) return "It failed in every run tried in which";
  return 2 * cause.failed > cause.runs ? "It failed in most runs tried in which"
                                       : "It failed far more often than otherwise in runs in which";
}

std::string cause_text(const FindingCause& cause) {
  std::string text;
  if (const std::vector<std::string> parts = cause_parts(cause); !parts.empty()) {
    text = fmt::format("{} {}.", cause_claim(cause), fmt::join(parts, ", and "));
  }
  for (const std::string& count : cause_counts(cause)) text += (text.empty() ? "" : " ") + count;
  return text;
}

}  // namespace sleave

#include "engine/report/html/html_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "engine/report/markup.h"

namespace sleave {
namespace {

constexpr std::string_view kLongest = "The longest beginning of an order that does:";

// "  T1    12 to 34    push(1) -> true"; the time may be missing.
std::optional<ListedCall> call_in(const std::string& line) {
  if (!line.starts_with("  ") || line.size() < 4 || line[2] == ' ') return std::nullopt;
  std::istringstream words(line);
  ListedCall call;
  words >> call.thread;
  if (call.thread != "main" && call.thread.find_first_not_of("0123456789", 1) != std::string::npos) return std::nullopt;
  if (call.thread != "main" && (call.thread[0] != 'T' || call.thread.size() == 1)) return std::nullopt;
  const std::streampos after_thread = words.tellg();
  std::string to;
  if (!(words >> call.first >> to >> call.last) || to != "to") {
    words.clear();
    words.seekg(after_thread);
    call.first = call.last = 0;
  }
  std::getline(words >> std::ws, call.text);
  return call.text.empty() ? std::nullopt : std::optional(call);
}

// "  push(1); pop() -> 1;"
std::vector<std::string> calls_in_order(const std::string& line) {
  std::vector<std::string> calls;
  for (std::size_t at = line.find_first_not_of(' '), end = 0; at < line.size(); at = end + 2) {
    end = std::min(line.find("; ", at), line.size() - 1);
    calls.push_back(line.substr(at, end - at));
  }
  return calls;
}

bool waits(const ListedCall& call) { return call.text.ends_with(" waits"); }

struct Bar {
  std::size_t begin = 0;  // columns
  std::size_t end = 0;
};

// One column for each step at which a call begins or ends, and one for each call without steps, behind the one before
// it.
std::vector<Bar> bars_of(const std::vector<ListedCall>& calls) {
  std::set<std::uint64_t> times;
  for (const ListedCall& call : calls) times.insert({call.first, call.last});
  times.erase(0);
  std::map<std::uint64_t, std::size_t> column;
  std::vector<Bar> bars;
  std::size_t next = 0;
  const auto reach = [&](std::uint64_t time) {
    for (const std::uint64_t each : times) {
      if (each <= time && !column.contains(each)) column[each] = next++;
    }
    return column[time];
  };
  for (const ListedCall& call : calls) {
    const std::size_t begin = call.last != 0 ? reach(call.first) : next++;
    bars.push_back({begin, begin + 1});
  }
  if (!times.empty()) reach(*times.rbegin());
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i].last != 0) bars[i].end = column[calls[i].last] + 1;
    if (waits(calls[i])) bars[i].end = next;
  }
  return bars;
}

std::string with_arrow(std::string text) {
  const std::size_t arrow = text.find("-> ");
  return arrow == std::string::npos ? escaped(text)
                                    : escaped(text.substr(0, arrow)) + "\u2192 " + escaped(text.substr(arrow + 3));
}

unsigned color_of(const std::string& thread) {
  return thread == "main" ? 0 : static_cast<unsigned>(std::stoul(thread.substr(1)) % 8);
}

std::string order_line(const ListedCalls& client) {
  if (client.longest.empty()) return "";
  std::string text = "<p class=\"order\">The longest beginning of an order that gives these results: ";
  for (std::size_t i = 0; i < client.longest.size(); ++i) {
    text += fmt::format("{}<code>{}</code>", i == 0 ? "" : ", then ", with_arrow(client.longest[i]));
  }
  return text + "; no call that is left fits behind it.</p>\n";
}

// Calls that the order does not explain are marked; equal ones as often as they are left.
std::vector<bool> unexplained(const ListedCalls& client) {
  std::map<std::string, std::size_t> explained;
  for (const std::string& text : client.longest) ++explained[text];
  std::vector<bool> marked;
  for (const ListedCall& call : client.calls) {
    std::size_t& left = explained[call.text];
    marked.push_back(client.longest.empty() ? waits(call) : left == 0);
    if (left != 0) --left;
  }
  return marked;
}

}  // namespace

ListedCalls listed_calls_in(const std::string& message) {
  ListedCalls client;
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);) {
    if (line == kLongest) {
      if (std::getline(lines, line)) client.longest = calls_in_order(line);
    } else if (std::optional<ListedCall> call = call_in(line)) {
      client.calls.push_back(std::move(*call));
    }
  }
  return client;
}

std::string html_calls(const Finding& finding) {
  const ListedCalls client = listed_calls_in(finding.message);
  if (client.calls.empty()) return "";
  const std::vector<Bar> bars = bars_of(client.calls);
  const std::vector<bool> marked = unexplained(client);
  std::map<std::pair<std::size_t, std::string>, std::size_t> rows;  // main first, T2 before T10
  for (const ListedCall& call : client.calls) rows[{call.thread == "main" ? 0 : call.thread.size(), call.thread}] = 0;
  std::string text = "<h2>Calls</h2>\n<div class=\"calls\">\n";
  std::size_t row = 0;
  for (auto& [thread, place] : rows) {
    place = ++row;
    text += fmt::format("<b class=\"t{}\" style=\"grid-row:{};grid-column:1\">{}</b>\n", color_of(thread.second), place,
                        thread.second);
  }
  for (std::size_t i = 0; i < client.calls.size(); ++i) {
    const ListedCall& call = client.calls[i];
    const std::string steps = call.last == 0 ? "" : fmt::format(" title=\"steps {} to {}\"", call.first, call.last);
    text += fmt::format("<span class=\"call t{}{}{}\" style=\"grid-row:{};grid-column:{}/{}\"{}>{}</span>\n",
                        color_of(call.thread), marked[i] ? " unexplained" : "", waits(call) ? " waits" : "",
                        rows[{call.thread == "main" ? 0 : call.thread.size(), call.thread}], bars[i].begin + 2,
                        bars[i].end + 2, steps, with_arrow(call.text));
  }
  return text + "</div>\n" + order_line(client);
}

}  // namespace sleave

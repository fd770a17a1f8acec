#include "engine/synth/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "engine/report/html/html.h"
#include "engine/report/markup.h"
#include "engine/synth/ast.h"
#include "engine/synth/handle.h"
#include "engine/synth/write_client.h"

namespace sleave::synth {
namespace {

using nlohmann::json;

Result<std::vector<std::string>> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  char quote = 0;
  bool begun = false;
  for (const char c : line) {
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      begun = true;
    } else if (c == ' ' || c == '\t') {
      if (begun) words.push_back(std::exchange(word, ""));
      begun = false;
    } else if (c == '#' && !begun) {
      break;
    } else {
      word += c;
      begun = true;
    }
  }
  if (quote != 0) return Error{Tier::usage, fmt::format("a quote is not closed in '{}'", line)};
  if (begun) words.push_back(word);
  return words;
}

std::string value_of(const BatchEntry& entry, const std::string& option) {
  for (const std::string& word : entry.words) {
    if (word == "--") break;
    if (word.starts_with(option + "=")) return word.substr(option.size() + 1);
  }
  return "";
}

std::string subject_of(const BatchEntry& entry) {
  const std::string type = value_of(entry, "--class");
  return type.empty() ? value_of(entry, "--handle") : type;
}

std::string name_of(const BatchEntry& entry) {
  const std::string type = value_of(entry, "--class");
  if (!type.empty()) return client_name(class_name(type));
  const std::string handle = value_of(entry, "--handle");
  return handle.empty() ? "client" : handle_of(handle).prefix;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string kind_in_words(std::string kind) {
  std::replace(kind.begin(), kind.end(), '_', ' ');
  return kind;
}

std::string outcome_of(const json& summary) {
  std::vector<std::string> kinds;
  for (const json& finding : summary.value("findings", json::array())) {
    std::string kind = kind_in_words(finding.value("kind", ""));
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(std::move(kind));
  }
  if (!kinds.empty()) return joined(kinds);
  const json clients = summary.value("clients", json::object());
  const std::string complete = clients.value("complete", "");
  std::string most = complete.empty() ? "" : "complete for " + complete;
  if (clients.value("whole", false)) return most;
  return most + (most.empty() ? "" : "; ") + fmt::format("no failure in {} samples", summary.value("runs", 0));
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

Result<std::vector<BatchEntry>> read_batch(const std::string& list) {
  std::vector<BatchEntry> entries;
  std::set<std::string> names;
  std::istringstream stream(list);
  for (std::string line; std::getline(stream, line);) {
    Result<std::vector<std::string>> words = words_of(line);
    if (!words) return words.error();
    if (words->empty()) continue;
    BatchEntry entry{"", std::move(*words)};
    const std::string name = name_of(entry);
    entry.name = name;
    for (int i = 2; !names.insert(entry.name).second; ++i) entry.name = fmt::format("{}_{}", name, i);
    entries.push_back(std::move(entry));
  }
  return entries;
}

BatchResult batch_result(const BatchEntry& entry, const std::string& summary, const std::string& printed) {
  BatchResult result{entry.name, subject_of(entry), {}, {}, 0, "", printed};
  const json read = json::parse(summary, nullptr, /*allow_exceptions=*/false);
  if (!read.is_object()) {
    result.outcome = printed.empty() ? "not known" : first_line(printed);
    return result;
  }
  const json clients = read.value("clients", json::object());
  result.callable = clients.value("operations", std::vector<std::string>());
  result.seconds_to_first_run = clients.value("seconds_to_first_run", 0.0);
  for (const json& left : clients.value("left_out", json::array())) {
    const std::string reason = left.value("reason", "");
    if (reason == "not understood" || reason == "does not compile")
      result.not_callable.push_back(left.value("operation", ""));
  }
  result.outcome = outcome_of(read);
  return result;
}

std::string batch_table(const std::vector<BatchResult>& results) {
  std::string text = "| class | operations | not callable | first run | result |\n| --- | --- | --- | --- | --- |\n";
  for (const BatchResult& result : results) {
    text += fmt::format("| `{}` | {} | {} | {:.1f} s | {} |\n", result.subject, result.callable.size(),
                        joined(result.not_callable), result.seconds_to_first_run, result.outcome);
  }
  return text;
}

std::string batch_page(const std::vector<BatchResult>& results) {
  std::string text =
      html_head("Sleave: clients") + "<body>\n<h1>Clients</h1>\n<table class=\"overview\">\n" +
      "<tr><th>class</th><th>operations</th><th>not callable</th><th>first run</th><th>result</th></tr>\n";
  for (const BatchResult& result : results) {
    text += fmt::format(
        "<tr><td><a href=\"#{}\">{}</a></td><td class=\"number\">{}</td><td>{}</td><td class=\"number\">{:.1f} s</td>"
        "<td>{}</td></tr>\n",
        escaped(result.name), escaped(result.subject), result.callable.size(), escaped(joined(result.not_callable)),
        result.seconds_to_first_run, escaped(result.outcome));
  }
  text += "</table>\n";
  for (const BatchResult& result : results) {
    text += fmt::format("<h2 id=\"{}\">{}</h2>\n<p>{}</p>\n<pre>{}</pre>\n", escaped(result.name),
                        escaped(result.subject), escaped(joined(result.callable)), escaped(result.details));
  }
  return text + "</body></html>\n";
}

}  // namespace sleave::synth

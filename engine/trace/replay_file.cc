#include "engine/trace/replay_file.h"

#include <charconv>

namespace sleave {
namespace {

constexpr std::string_view kFirstLine = "sleave replay file, version 1";

// Values are single lines: a line break is written \n, a backslash \\.
std::string escape(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c == '\n') {
      line += "\\n";
    } else if (c == '\\') {
      line += "\\\\";
    } else {
      line += c;
    }
  }
  return line;
}

std::string unescape(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size()) {
      ++i;
      text += line[i] == 'n' ? '\n' : line[i];
    } else {
      text += line[i];
    }
  }
  return text;
}

std::string hexadecimal(std::uint64_t number) {
  char digits[17];
  const auto [end, problem] = std::to_chars(digits, digits + 16, number, 16);
  return {digits, end};
}

bool parse_number(std::string_view text, int base, std::uint64_t& number) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return problem == std::errc() && end == text.data() + text.size() && !text.empty();
}

Error damaged(const std::string& what) { return {Tier::usage, "not a valid replay file: " + what}; }

// The next line without its end, removed from `rest`; false at the end of the text.
bool take_line(std::string_view& rest, std::string_view& line) {
  const std::size_t end = rest.find('\n');
  if (end == std::string_view::npos) return false;
  line = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return true;
}

// False if the value cannot be read. Names that are not known are left for later versions to use.
bool set_field(ReplayFile& file, std::string_view name, std::string_view value, std::uint64_t& input_bytes) {
  if (name == "stdin-bytes") return parse_number(value, 10, input_bytes);
  if (name == "target") file.target = unescape(value);
  if (name == "argument") file.arguments.push_back(unescape(value));
  if (name == "directory") file.directory = unescape(value);
  if (name == "build-id") file.build_id = unescape(value);
  if (name == "threads") file.threads = unescape(value);
  if (name == "files") file.files = unescape(value);
  if (name == "clients") file.clients = unescape(value);
  if (name == "one-thread") file.one_thread.push_back(unescape(value));
  if (name == "strategy") file.strategy = unescape(value);
  if (name == "kind") file.kind = unescape(value);
  if (name == "signature") file.signature = unescape(value);
  if (name == "stack-limit") return parse_number(value, 10, file.stack_limit);
  if (name == "seed") return parse_number(value, 10, file.seed);
  if (name == "run") return parse_number(value, 10, file.run);
  if (name == "events") return parse_number(value, 10, file.events);
  if (name == "hash") return parse_number(value, 16, file.hash);
  return true;
}

}  // namespace

std::string serialize(const ReplayFile& file) {
  std::string text(kFirstLine);
  const auto field = [&text](std::string_view name, std::string_view value) {
    text.append("\n").append(name).append(": ").append(escape(value));
  };
  field("target", file.target);
  for (const std::string& argument : file.arguments) field("argument", argument);
  field("directory", file.directory);
  field("build-id", file.build_id);
  field("threads", file.threads);
  if (!file.files.empty()) field("files", file.files);
  if (!file.clients.empty()) field("clients", file.clients);
  for (const std::string& order : file.one_thread) field("one-thread", order);
  if (file.stack_limit != 0) field("stack-limit", std::to_string(file.stack_limit));
  field("strategy", file.strategy);
  field("seed", std::to_string(file.seed));
  field("run", std::to_string(file.run));
  field("kind", file.kind);
  field("signature", file.signature);
  field("hash", hexadecimal(file.hash));
  field("events", std::to_string(file.events));
  if (!file.standard_input.empty()) field("stdin-bytes", std::to_string(file.standard_input.size()));
  text += "\n\n";
  const std::vector<std::byte> plan = serialize(file.plan);
  text.append(reinterpret_cast<const char*>(plan.data()), plan.size());
  return text + file.standard_input;
}

Result<ReplayFile> parse_replay_file(std::string_view bytes) {
  std::string_view line;
  if (!take_line(bytes, line) || line != kFirstLine) {
    return damaged("it does not begin with '" + std::string(kFirstLine) + "'");
  }
  ReplayFile file;
  std::uint64_t input_bytes = 0;
  for (;;) {
    if (!take_line(bytes, line)) return damaged("it is cut off");
    if (line.empty()) break;
    const std::size_t colon = line.find(": ");
    if (colon == std::string_view::npos ||
        !set_field(file, line.substr(0, colon), line.substr(colon + 2), input_bytes)) {
      return damaged("it has the line '" + std::string(line) + "'");
    }
  }
  if (input_bytes > bytes.size()) return damaged("it is cut off");
  file.standard_input = bytes.substr(bytes.size() - input_bytes);
  bytes.remove_suffix(input_bytes);
  Result<Plan> plan = parse_plan(std::as_bytes(std::span(bytes)));
  if (!plan) return plan.error();
  file.plan = std::move(*plan);
  return file;
}

}  // namespace sleave

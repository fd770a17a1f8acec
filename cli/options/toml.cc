#include "cli/options/toml.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

// Header only, so that the package does not depend on toml++'s shared library; errors as values. Assertions of toml++
// 3.3 fail for text that its code then rejects, such as "[{": they are off here, and not assumed either, as under
// NDEBUG.
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace sleave {
namespace {

Error wrong(const std::string& path, std::size_t line, std::string_view words) {
  return {Tier::usage, fmt::format("{}:{}: {}", path, line, words)};
}

// "cannot redefine existing integer 'runs'" of "Error while parsing key-value pair: cannot redefine ...".
std::string reason_in(std::string_view description) {
  const std::size_t colon = description.find(": ");
  if (description.starts_with("Error while parsing ") && colon != description.npos)
    description.remove_prefix(colon + 2);
  std::string reason(description);
  if (!reason.empty()) reason[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(reason[0])));
  return reason;
}

std::optional<std::string> text_of(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  if (const auto* answer = node.as_boolean()) return answer->get() ? "true" : "false";
  return std::nullopt;
}

// Keys in the order of the file; the table itself sorts them by name.
std::vector<const toml::key*> keys_of(const toml::table& table) {
  std::vector<const toml::key*> keys;
  for (const auto& [key, node] : table) keys.push_back(&key);
  std::sort(keys.begin(), keys.end(),
            [](const toml::key* left, const toml::key* right) { return left->source().begin < right->source().begin; });
  return keys;
}

std::size_t line_of(const toml::key& key) { return key.source().begin.line; }

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {}

  Result<std::vector<TomlSection>> read(const toml::table& root) {
    sections_.emplace_back();
    for (const toml::key* key : keys_of(root)) {
      const toml::node& node = *root.get(key->str());
      const Status read = node.is_table() ? section(*key, *node.as_table()) : value(*key, node, sections_.front());
      if (!read) return read.error();
    }
    return std::move(sections_);
  }

 private:
  Status section(const toml::key& name, const toml::table& table) {
    TomlSection section{std::string(name.str()), line_of(name), {}};
    for (const toml::key* key : keys_of(table)) {
      if (const Status read = value(*key, *table.get(key->str()), section); !read) return read;
    }
    sections_.push_back(std::move(section));
    return ok();
  }

  Status value(const toml::key& key, const toml::node& node, TomlSection& section) {
    if (node.is_table() || node.is_array_of_tables()) {
      return wrong(path_, line_of(key), "a section is one word in brackets: [run]");
    }
    std::optional<std::string> text = text_of(node);
    if (!text) return wrong(path_, line_of(key), "a value is a string in quotes, a whole number, true or false");
    section.values.push_back({std::string(key.str()), std::move(*text), line_of(key)});
    return ok();
  }

  const std::string& path_;
  std::vector<TomlSection> sections_;
};

}  // namespace

Result<std::vector<TomlSection>> read_toml(const std::string& text, const std::string& path) {
  const toml::parse_result parsed = toml::parse(std::string_view(text));
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    return wrong(path, error.source().begin.line, "not valid TOML: " + reason_in(error.description()));
  }
  return Reader(path).read(parsed.table());
}

}  // namespace sleave

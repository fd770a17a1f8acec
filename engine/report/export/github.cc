#include "engine/report/export/github.h"

#include <fmt/format.h>

#include "engine/find/symbols/code_origin.h"
#include "engine/report/export/source_path.h"
#include "engine/report/lines.h"

namespace sleave {
namespace {

// The runner cuts commands at these characters; it turns the codes back.
std::string escaped_value(const std::string& text, bool property) {
  std::string result;
  for (const char c : text) {
    const bool special = c == '%' || c == '\n' || c == '\r' || (property && (c == ':' || c == ','));
    result += special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return result;
}

std::string annotation(const StoredFinding& stored, const std::string& root) {
  const Finding& finding = stored.finding;
  std::string properties = "title=" + escaped_value("Sleave: " + clean(finding.title), true);
  if (const Frame* frame = innermost_own(finding.stack); frame != nullptr && frame->line != 0) {
    properties +=
        fmt::format(",file={},line={}", escaped_value(clean(below_root(frame->file, root)), true), frame->line);
    if (frame->column != 0) properties += fmt::format(",col={}", frame->column);
  }
  const std::string message = fmt::format("{}\n{}\n{}", clean(finding_sentence(finding)), clean(finding.signature),
                                          clean(replay_command(stored)));
  return fmt::format("::error {}::{}\n", properties, escaped_value(message, false));
}

}  // namespace

std::string github_annotations(const std::vector<StoredFinding>& findings, const std::string& root) {
  std::string text;
  for (const StoredFinding& stored : findings) text += annotation(stored, root);
  return text;
}

}  // namespace sleave

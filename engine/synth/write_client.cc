#include "engine/synth/write_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace sleave::synth {

std::string client_name(const std::string& class_name) {
  std::string name;
  for (const char c : class_name) {
    if (std::isupper(static_cast<unsigned char>(c)) != 0 && !name.empty() &&
        std::islower(static_cast<unsigned char>(name.back())) != 0)
      name += '_';
    name += std::isalnum(static_cast<unsigned char>(c)) != 0
                ? static_cast<char>(std::tolower(static_cast<unsigned char>(c)))
                : '_';
  }
  return name;
}

namespace {

bool uses(const ClientFile& file, const char* name) {
  return std::any_of(file.operations.lines.begin(), file.operations.lines.end(), [&](const OperationLine& line) {
    return !line.is_dropped() && line.codes[0].find(name) != std::string::npos;
  });
}

}  // namespace

std::string client_text(const ClientFile& file, bool all_codes) {
  std::string text = fmt::format(
      "// A client of {0}: Sleave calls these operations from several threads and judges the results.\n"
      "// Written by sleave synth; edit it as you like.\n"
      "#include <chrono>\n#include <cstdint>\n#include <memory>\n#include <optional>\n#include <string>\n#include "
      "<utility>\n#include "
      "<vector>\n\n"
      "#include \"{1}\"\n#include <sleave/client.hpp>\n\n"
      "{2}using T = {3};\n",
      file.type, file.header, file.definitions, file.definitions.empty() ? file.type : "Handle");
  if (uses(file, "guarded")) text += "static int guarded;  // what the lock protects\n";
  if (uses(file, "pool + ")) {
    text += fmt::format(
        "static {0} pool[256];  // what elements point to\n"
        "static const bool pooled = [] {{ for (int i = 0; i < 256; ++i) pool[i] = static_cast<{0}>(i); return true; "
        "}}();\n",
        file.element.substr(0, file.element.find_last_not_of("* ") + 1));
  }
  text += fmt::format("\nSLEAVE_CLIENT({}, T) {{\n", file.name);
  if (!file.per_thread.empty()) {
    std::string functions;
    for (const std::string& name : file.per_thread)
      functions += fmt::format("{}[] {{ {}(); }}", functions.empty() ? "" : ", ", name);
    text += fmt::format("  per_thread({});\n", functions);
  }
  if (!file.makes.empty() && !file.makes[0].empty()) text += "  " + file.makes[0] + "\n";
  for (const OperationLine& line : file.operations.lines) {
    for (std::size_t i = 0; i < line.codes.size() && (i == 0 || all_codes); ++i) text += "  " + line.codes[i] + "\n";
  }
  for (const LeftOut& left : file.operations.left_out)
    text += fmt::format("  // left out: {} ({})\n", left.method, left.reason);
  for (const OperationLine& line : file.operations.lines) {
    if (line.is_dropped()) text += fmt::format("  // left out: {} (does not compile)\n", line.name);
  }
  return text + "}\n";
}

}  // namespace sleave::synth

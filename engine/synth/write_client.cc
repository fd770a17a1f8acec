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

std::string client_text(const ClientFile& file) {
  std::string text = fmt::format(
      "// A client of {0}: Sleave calls these operations from several threads and judges the results.\n"
      "// Written by sleave synth; edit it as you like.\n"
      "#include <chrono>\n#include <cstdint>\n#include <memory>\n#include <string>\n#include <utility>\n#include "
      "<vector>\n\n"
      "#include \"{1}\"\n#include <sleave/client.hpp>\n\n"
      "using T = {0};\n",
      file.type, file.header);
  const auto guards = [](const OperationLine& line) { return line.code.find("guarded") != std::string::npos; };
  if (std::any_of(file.operations.lines.begin(), file.operations.lines.end(), guards)) {
    text += "static int guarded;  // what the lock protects\n";
  }
  text += fmt::format("\nSLEAVE_CLIENT({}, T) {{\n", file.name);
  if (!file.make.empty()) text += "  " + file.make + "\n";
  for (const OperationLine& line : file.operations.lines) {
    if (!line.is_dropped) text += "  " + line.code + "\n";
  }
  for (const LeftOut& left : file.operations.left_out)
    text += fmt::format("  // left out: {} ({})\n", left.method, left.reason);
  for (const OperationLine& line : file.operations.lines) {
    if (line.is_dropped) text += fmt::format("  // left out: {} (does not compile)\n", line.name);
  }
  return text + "}\n";
}

}  // namespace sleave::synth

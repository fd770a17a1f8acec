#include "engine/harness/write_harness.h"

#include <fmt/format.h>

#include <algorithm>

namespace sleave::harness {
namespace {

std::string comment(const HarnessFile& file, const std::string& text) {
  const bool is_c = file.make.is_c;
  return fmt::format("{}{}{}Written by `{}`; edit it as you like.{}\n", is_c ? "/* " : "// ", text,
                     is_c ? "\n * " : "\n// ", file.command, is_c ? " */" : "");
}

// What comes before the calls, once these are written.
std::string beginning(const Source& source, const HarnessFile& file, const RecordMakers& makers) {
  std::string text;
  if (source.has_main) text += "#define main main_of_source\n";
  text += fmt::format("#include \"{}\"\n", file.include);
  if (source.has_main) text += "#undef main\n";
  text += "\n#include <sleave/harness.h>\n";
  if (makers.has_shapes()) text += file.make.is_c ? "#include <sleave/shape.h>\n" : "#include <sleave/shape.hpp>\n";
  text += "\n";
  if (makers.uses_levels()) text += "static int levels;  // of structures that structures point to\n";
  text += makers.callbacks();
  if (makers.uses_levels()) text += makers.declarations() + "\n";
  return text + makers.text();
}

unsigned lines_in(const std::string& text) { return static_cast<unsigned>(std::count(text.begin(), text.end(), '\n')); }

}  // namespace

Result<std::string> harness_text(const Source& source, const HarnessFile& file) {
  RecordMakers makers(source, file.make);
  const Result<HarnessParts> parts = harness_parts(source, file, makers);
  if (!parts) return parts.error();
  const std::string& first = file.first.function->name;
  const std::string what = file.second ? fmt::format("{} with {}", first, file.second->function->name) : first;
  const std::string words = fmt::format("A harness of {}: {} any arguments.", what,
                                        file.second ? "each in a thread of its own, with" : "one call, with");
  return comment(file, words) + beginning(source, file, makers) + parts->text +
         fmt::format("\nSLEAVE_HARNESS({}, {}, {})\n", parts->inputs, parts->first, parts->second);
}

ManyHarnesses harnesses_text(const Source& source, const std::vector<NamedHarness>& harnesses) {
  ManyHarnesses many;
  RecordMakers makers(source, harnesses.front().file.make);
  std::string rows;
  std::string bodies;
  for (std::size_t i = 0; i < harnesses.size(); ++i) {
    const Result<HarnessParts> parts = harness_parts(source, harnesses[i].file, makers, std::to_string(i + 1));
    if (!parts) continue;
    const unsigned first = lines_in(bodies) + 1;
    bodies += parts->text + "\n";
    many.parts.push_back({i, first, lines_in(bodies)});
    rows += fmt::format("    {{\"{}\", {}, {}, {}}},\n", harnesses[i].name, parts->inputs, parts->first, parts->second);
  }
  const HarnessFile& file = harnesses.front().file;
  const std::string before =
      comment(file, "Harnesses in one program, each with any arguments; --harness=NAME says which.") +
      beginning(source, file, makers);
  for (ManyHarnesses::Part& part : many.parts) {
    part.first_line += lines_in(before);
    part.last_line += lines_in(before);
  }
  many.called = makers.called();
  many.text =
      before + bodies +
      fmt::format("static const struct sleave_harness_row harnesses[] = {{\n{}}};\nSLEAVE_HARNESSES(harnesses)\n",
                  rows);
  return many;
}

}  // namespace sleave::harness

#include "engine/synth/synthesize.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "engine/base/file.h"
#include "engine/synth/ast.h"
#include "engine/synth/command.h"
#include "engine/synth/trial.h"
#include "engine/synth/write_client.h"

namespace sleave::synth {
namespace {

constexpr int kMostTrials = 8;

std::vector<std::string> with_options(std::vector<std::string> words, const Subject& subject) {
  words.insert(words.end(), subject.options.begin(), subject.options.end());
  return words;
}

Error compiler_error(const std::string& what, const std::string& messages) {
  return Error{Tier::usage, what + "\n" + messages.substr(0, 2000)};
}

Result<ClassDescription> describe(const Subject& subject, const std::string& type, const std::string& folder) {
  const std::string probe = folder + "/probe.cc";
  const std::string header = std::filesystem::absolute(subject.header).string();
  if (Status written = write_file(
          probe, fmt::format("#include \"{}\"\nusing sleave_probed = {};\nstatic_assert(sizeof(sleave_probed) != 0);\n",
                             header, type));
      !written) {
    return written.error();
  }
  const std::string name = class_name(type);
  const Result<Ran> dump = run_command(with_options({subject.clang, "-x", "c++", "-fsyntax-only", "-Xclang",
                                                     "-ast-dump=json", "-Xclang", "-ast-dump-filter=" + name, probe},
                                                    subject));
  if (!dump) return dump.error();
  if (dump->code != 0)
    return compiler_error(fmt::format("{} does not compile with {}", subject.header, type), dump->messages);
  std::optional<ClassDescription> read = read_class(dump->output, name);
  if (!read) return Error{Tier::usage, fmt::format("no class {} in {}", type, subject.header)};
  return std::move(*read);
}

// Methods of public bases are the class's own, unless it has one of the same name.
void inherit(const ClassDescription& base, ClassDescription& into) {
  std::set<std::string> own;
  for (const Method& method : into.methods) own.insert(method.name);
  for (const Method& method : base.methods) {
    if (!own.contains(method.name)) into.methods.push_back(method);
  }
  into.aliases.insert(base.aliases.begin(), base.aliases.end());
}

Result<ClassDescription> describe_with_bases(const Subject& subject, const std::string& folder) {
  Result<ClassDescription> read = describe(subject, subject.type, folder);
  if (!read) return read;
  for (const std::string& base : std::vector<std::string>(read->bases)) {
    if (base.starts_with("std::")) continue;
    if (const Result<ClassDescription> inherited = describe(subject, base, folder)) inherit(*inherited, *read);
  }
  return read;
}

// Drops the operations on the lines that the compiler rejects; false: there are none.
bool drop(const std::set<std::size_t>& rejected, const std::string& text, Operations& operations) {
  std::istringstream stream(text);
  std::size_t number = 0;
  bool any = false;
  for (std::string line; std::getline(stream, line);) {
    if (!rejected.contains(++number)) continue;
    for (OperationLine& operation : operations.lines) {
      if (!operation.is_dropped && line == "  " + operation.code) any = operation.is_dropped = true;
    }
  }
  return any;
}

// Drops what the compiler rejects, until it takes the rest.
Status build(ClientFile& file, const Subject& subject) {
  for (int trial = 0; trial < kMostTrials; ++trial) {
    const std::string text = client_text(file);
    if (Status written = write_output(subject.client, text); !written) return written;
    const Result<Ran> ran = run_command(with_options(
        {subject.compiler, "-ferror-limit=0", "-fno-caret-diagnostics", "-w", subject.client, "-o", subject.program},
        subject));
    if (!ran) return ran.error();
    if (ran->code == 0) return ok();
    if (!drop(rejected_lines(ran->messages, subject.client), text, file.operations)) {
      return compiler_error("the client of " + subject.type + " does not compile", ran->messages);
    }
  }
  return Error{Tier::usage, "the client of " + subject.type + " does not compile"};
}

void keep_only(const std::vector<std::string>& names, Operations& operations) {
  if (names.empty()) return;
  std::erase_if(operations.lines, [&](const OperationLine& line) {
    if (line.name == "drain" || std::find(names.begin(), names.end(), line.name) != names.end()) return false;
    operations.left_out.push_back({line.name, "not asked for"});
    return true;
  });
}

}  // namespace

Result<Synthesized> synthesize(const Subject& subject, const std::string& folder) {
  const Result<std::string> header = read_file(subject.header);
  if (!header) return header.error();
  const Result<ClassDescription> description = describe_with_bases(subject, folder);
  if (!description) return description.error();
  const ArgumentRules rules(*description);
  ClientFile file{.header = subject.header,
                  .type = subject.type,
                  .name = client_name(description->name),
                  .make = make_line(*description, rules),
                  .operations = operations_of(*description, rules, *header)};
  keep_only(subject.only, file.operations);
  if (Status built = build(file, subject); !built) {
    std::error_code ignored;
    std::filesystem::remove(subject.client, ignored);
    return built.error();
  }
  Synthesized result;
  for (const OperationLine& line : file.operations.lines) {
    if (line.is_dropped) {
      result.left_out.push_back({line.name, "does not compile"});
    } else if (line.name != "drain") {
      result.operations.push_back(line.name);
    }
  }
  if (result.operations.empty()) return Error{Tier::usage, "no operation of " + subject.type + " was understood"};
  result.left_out.insert(result.left_out.end(), file.operations.left_out.begin(), file.operations.left_out.end());
  result.methods = description->methods.size();
  return result;
}

}  // namespace sleave::synth

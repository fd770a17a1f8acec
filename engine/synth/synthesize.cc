#include "engine/synth/synthesize.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <future>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

#include "engine/base/file.h"
#include "engine/synth/ast.h"
#include "engine/synth/command.h"
#include "engine/synth/handle.h"
#include "engine/synth/trial.h"
#include "engine/synth/write_client.h"

namespace sleave::synth {
namespace {

constexpr int kMostTrials = 8;
constexpr int kMostBases = 3;  // of bases

std::vector<std::string> with_options(std::vector<std::string> words, const Subject& subject) {
  words.insert(words.end(), subject.options.begin(), subject.options.end());
  return words;
}

Error compiler_error(const std::string& what, const std::string& messages) {
  return Error{Tier::usage, what + "\n" + messages.substr(0, 2000)};
}

// What clang shows of the declarations whose names contain `filter`.
Result<std::string> dump(const Subject& subject, const std::string& type, const std::string& filter) {
  const std::string header = std::filesystem::absolute(subject.header).string();
  const std::string probe = fmt::format("#include \"{}\"\nusing sleave_probed = {};\n{}", header, type,
                                        subject.is_handle ? "" : "static_assert(sizeof(sleave_probed) != 0);\n");
  Result<Ran> ran =
      run_command(with_options({subject.clang, "-x", "c++", "-fsyntax-only", "-fparse-all-comments", "-Xclang",
                                "-ast-dump=json", "-Xclang", "-ast-dump-filter=" + filter, "-"},
                               subject),
                  probe);
  if (!ran) return ran.error();
  if (ran->code != 0)
    return compiler_error(fmt::format("{} does not compile with {}", subject.header, type), ran->messages);
  return std::move(ran->output);
}

// Nothing: there is no class of this name.
Result<std::optional<ClassDescription>> describe_as(const Subject& subject, const std::string& type,
                                                    const std::string& filter) {
  const Result<std::string> shown = dump(subject, type, filter);
  if (!shown) return shown.error();
  return read_class(*shown, class_name(filter));
}

// A name may be an alias, or that of a class in a namespace inside.
Result<ClassDescription> describe(const Subject& subject, const std::string& type) {
  Result<std::optional<ClassDescription>> found = describe_as(subject, type, qualified_name(type));
  if (!found) return found.error();
  if (*found) return std::move(**found);
  const Result<std::string> alias = dump(subject, type, "sleave_probed");
  if (!alias) return alias.error();
  const std::string meant = aliased_type(*alias, "sleave_probed");
  for (const std::string& name : {qualified_name(meant), class_name(meant)}) {
    if (name.empty()) continue;
    found = describe_as(subject, type, name);
    if (!found) return found.error();
    if (*found) return std::move(**found);
  }
  return Error{Tier::usage, fmt::format("no class {} in {}", type, subject.header)};
}

// Methods of bases are the class's own, unless it has one of the same name.
void inherit(const ClassDescription& base, bool is_public, ClassDescription& into) {
  std::set<std::string> own;
  for (const Method& method : into.methods) own.insert(method.name);
  const std::set<std::string> used(into.used.begin(), into.used.end());
  for (const Method& method : base.methods) {
    if (!own.contains(method.name) && (is_public || used.contains(method.name))) into.methods.push_back(method);
  }
  if (into.constructors.empty()) into.constructors = base.constructors;
  into.comment += base.comment;
  into.aliases.insert(base.aliases.begin(), base.aliases.end());
}

Result<ClassDescription> describe_with_bases(const Subject& subject, const std::string& type, int depth) {
  Result<ClassDescription> read = describe(subject, type);
  if (!read || depth == 0) return read;
  const auto add = [&](const std::string& base, bool is_public) {
    if (base.starts_with("std::")) return;
    const Result<ClassDescription> inherited = describe_with_bases(subject, base, depth - 1);
    if (inherited) inherit(*inherited, is_public, *read);
  };
  for (const std::string& base : std::vector<std::string>(read->bases)) add(base, true);
  if (read->used.empty()) return read;
  for (const std::string& base : std::vector<std::string>(read->private_bases)) add(base, false);
  return read;
}

// Drops the codes on the lines that the compiler rejects; false: there are none.
bool drop(const std::set<std::size_t>& rejected, const std::string& text, ClientFile& file) {
  std::istringstream stream(text);
  std::size_t number = 0;
  std::size_t dropped = 0;
  for (std::string line; std::getline(stream, line);) {
    if (!rejected.contains(++number)) continue;
    const auto is_line = [&](const std::string& code) { return line == "  " + code; };
    dropped += std::erase_if(file.makes, is_line);
    for (OperationLine& operation : file.operations.lines) dropped += std::erase_if(operation.codes, is_line);
  }
  return dropped != 0;
}

std::string first_error(const std::string& messages) {
  const std::size_t error = messages.find(": error: ");
  if (error == std::string::npos) return messages.substr(0, messages.find('\n'));
  const std::size_t begin = messages.rfind('\n', error) + 1;
  return messages.substr(begin, messages.find('\n', error) - begin);
}

Result<Ran> run_compiler(const Subject& subject, std::vector<std::string> words, const std::string& input = "") {
  words.insert(words.begin(), {subject.compiler, "-ferror-limit=0", "-fno-caret-diagnostics", "-w"});
  return run_command(with_options(std::move(words), subject), input);
}

// Whether the compiler takes the client; if not, the codes that it rejects are dropped.
Result<bool> accepts(ClientFile& file, const Subject& subject) {
  const std::string text = client_text(file);
  if (Status written = write_output(subject.client, text); !written) return written.error();
  const Result<Ran> ran = subject.program.empty() ? run_compiler(subject, {subject.client, "-fsyntax-only"})
                                                  : run_compiler(subject, {subject.client, "-o", subject.program});
  if (!ran) return ran.error();
  if (ran->code == 0) return true;
  if (file.first_error.empty()) file.first_error = first_error(ran->messages);
  if (!drop(rejected_lines(ran->messages, subject.client), text, file))
    return compiler_error("the client of " + subject.type + " does not compile", ran->messages);
  return false;
}

// All codes of the operations at once, none of which needs a build.
Result<Ran> check_syntax(const Subject& subject, const std::string& text) {
  const std::string folder = std::filesystem::path(subject.client).parent_path().string();
  return run_compiler(subject, {"-fsyntax-only", "-iquote", folder.empty() ? "." : folder, "-x", "c++", "-"}, text);
}

bool succeeds(const Subject& subject, const char* option) {
  const Result<Ran> ran = run_command({subject.program, option});
  return ran && ran->code == 0;
}

// Larger numbers, or the next constructor; false: there is none.
bool try_next(std::vector<std::string>& makes) {
  constexpr std::string_view kSmall = "among(1, 2)";
  if (const std::size_t small = makes[0].find(kSmall); small != std::string::npos) {
    makes[0].replace(small, kSmall.size(), "among(2, 4)");
    return true;
  }
  if (makes.size() < 2) return false;
  makes.erase(makes.begin());
  return true;
}

// A constructor may be there, and fail; taking out what is left may wait for more. False: another one is to be tried,
// or none.
bool works(ClientFile& file, const Subject& subject) {
  if (subject.program.empty()) return true;
  if (!file.makes.empty() && !succeeds(subject, "--make")) return !try_next(file.makes);
  const auto is_drain = [](const OperationLine& line) { return line.name == "drain" && !line.is_dropped(); };
  std::vector<OperationLine>& lines = file.operations.lines;
  if (std::none_of(lines.begin(), lines.end(), is_drain) || succeeds(subject, "--final")) return true;
  return std::erase_if(lines, is_drain) == 0;
}

// Drops what the compiler rejects, until it takes the rest. All codes are checked beside the first build: if that one
// has to be repeated, it is once for all of them.
Status build(ClientFile& file, const Subject& subject) {
  const std::string all_codes = client_text(file, true);
  std::future<Result<Ran>> checked = std::async(std::launch::async, [&] { return check_syntax(subject, all_codes); });
  for (int trial = 0; trial < kMostTrials; ++trial) {
    const Result<bool> accepted = accepts(file, subject);
    if (!accepted) return accepted.error();
    if (*accepted && works(file, subject)) return ok();
    if (*accepted || !checked.valid()) continue;
    if (const Result<Ran> ran = checked.get(); ran) drop(rejected_lines(ran->messages, "<stdin>"), all_codes, file);
  }
  return Error{Tier::usage, "the client of " + subject.type + " does not compile"};
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void keep_asked_for(const Subject& subject, Operations& operations) {
  std::erase_if(operations.lines, [&](const OperationLine& line) {
    const bool asked = subject.only.empty() || has(subject.only, line.name);
    if (line.name == "drain" || (asked && !has(subject.except, line.name))) return false;
    operations.left_out.push_back({line.name, "not asked for"});
    return true;
  });
}

// In place of the roles that comments give.
void group(const Subject& subject, Operations& operations) {
  if (subject.single.empty()) return;
  for (OperationLine& line : operations.lines) {
    for (std::string& code : line.codes) {
      if (const std::size_t role = code.find(".group("); role != std::string::npos) code = code.substr(0, role) + ";";
      for (std::size_t i = 0; i < subject.single.size(); ++i) {
        if (has(subject.single[i], line.name))
          code = fmt::format("{}.group(\"{}\");", code.substr(0, code.size() - 1), i + 1);
      }
    }
  }
}

// The names of those that the text declares.
std::set<std::string> enumerations_in(const std::string& text) {
  static const std::regex declaration(R"(\benum\s+(?:class\s+|struct\s+)?(\w+))");
  std::set<std::string> names;
  for (std::sregex_iterator each(text.begin(), text.end(), declaration), end; each != end; ++each)
    names.insert((*each)[1]);
  return names;
}

Result<ClientFile> client_of_class(const Subject& subject) {
  const Result<std::string> header = read_file(subject.header);
  if (!header) return header.error();
  const Result<ClassDescription> description = describe_with_bases(subject, subject.type, kMostBases);
  if (!description) return description.error();
  ClassDescription with_enumerations = *description;
  with_enumerations.enumerations.merge(enumerations_in(*header));
  const ArgumentRules rules(with_enumerations);
  return ClientFile{.header = subject.header,
                    .type = subject.type,
                    .name = client_name(description->name),
                    .makes = make_lines(*description, rules),
                    .operations = operations_of(*description, rules, subject.type + "\n" + *header),
                    .element = rules.held().element,
                    .definitions = "",
                    .per_thread = {},
                    .first_error = ""};
}

Result<Library> describe_handle(const Subject& subject, const Handle& handle) {
  const Result<std::string> shown = dump(subject, handle.type, handle.prefix);
  if (!shown) return shown.error();
  const auto read = [&](const Handle& each) {
    return library_of(read_functions(*shown, class_name(type_of(each.type).base)), each);
  };
  std::optional<Library> library = read(handle);
  if (library) return std::move(*library);
  const Result<std::string> alias = dump(subject, handle.type, "sleave_probed");
  if (!alias) return alias.error();
  library = read({aliased_type(*alias, "sleave_probed"), handle.prefix});
  if (library) return std::move(*library);
  return Error{Tier::usage, fmt::format("no function {}_... of {} makes or initializes a {}", handle.prefix,
                                        subject.header, handle.type)};
}

Result<ClientFile> client_of_handle(const Subject& subject) {
  const Handle handle = handle_of(subject.type);
  const Result<Library> library = describe_handle(subject, handle);
  if (!library) return library.error();
  const ArgumentRules rules(library->description, library->given);
  return ClientFile{.header = subject.header,
                    .type = handle.type,
                    .name = handle.prefix,
                    .makes = make_lines(library->description, rules),
                    .operations = operations_of(library->description, rules, ""),
                    .element = "",
                    .definitions = library->text,
                    .per_thread = {},
                    .first_error = ""};
}

}  // namespace

Result<Synthesized> synthesize(const Subject& subject) {
  Result<ClientFile> file = subject.is_handle ? client_of_handle(subject) : client_of_class(subject);
  if (!file) return file.error();
  keep_asked_for(subject, file->operations);
  group(subject, file->operations);
  file->per_thread = subject.per_thread;
  if (Status built = build(*file, subject); !built) {
    std::error_code ignored;
    std::filesystem::remove(subject.client, ignored);
    return built.error();
  }
  Synthesized result;
  for (const OperationLine& line : file->operations.lines) {
    if (line.is_dropped()) {
      result.left_out.push_back({line.name, "does not compile"});
    } else if (line.name != "drain") {
      result.operations.push_back(line.name);
    }
  }
  if (result.operations.empty()) {
    return Error{Tier::usage, fmt::format("no operation of {} was understood{}{}", subject.type,
                                          file->first_error.empty() ? "" : "\n", file->first_error)};
  }
  const std::vector<LeftOut>& left_out = file->operations.left_out;
  result.left_out.insert(result.left_out.end(), left_out.begin(), left_out.end());
  return result;
}

}  // namespace sleave::synth

// sleave harness: from a function of a source file to a test file, its program, and a search of its inputs.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "cli/commands.h"
#include "cli/harness/each.h"
#include "cli/harness/given_pairs.h"
#include "cli/harness/pairs.h"
#include "cli/harness/search.h"
#include "cli/options/options.h"
#include "cli/print/output.h"
#include "cli/target/program.h"
#include "engine/base/file.h"
#include "engine/base/interrupt.h"
#include "engine/harness/arguments.h"
#include "engine/harness/build.h"
#include "engine/harness/expects.h"
#include "engine/harness/write_harness.h"

namespace sleave {
namespace {

namespace fs = std::filesystem;

Result<std::string> driver(bool is_c) {
  std::error_code problem;
  const std::string name = is_c ? "sleave-cc" : "sleave-c++";
  const fs::path path = fs::read_symlink("/proc/self/exe", problem).parent_path() / name;
  if (fs::exists(path, problem)) return path.string();
  return Error{Tier::environment, name + " is not next to this command\n'sleave doctor' says more"};
}

Result<harness::Subject> subject_of(const std::string& file, const std::vector<std::string>& compiler) {
  harness::Subject subject{.file = file, .is_c = harness::is_c_source(file), .options = compiler};
  const Result<std::string> clang = find_program(subject.is_c ? "clang-19" : "clang++-19");
  if (!clang) return clang.error();
  const Result<std::string> own = driver(subject.is_c);
  if (!own) return own.error();
  subject.clang = *clang;
  subject.compiler = *own;
  return subject;
}

int list_functions(const harness::Source& source, const harness::Overrides& overrides) {
  std::vector<std::pair<const harness::Function*, std::string>> skipped;
  std::size_t width = 0;
  for (const harness::Function& function : source.functions) width = std::max(width, function.name.size());
  width = std::min<std::size_t>(width, 32);
  for (const harness::Function& function : source.functions) {
    const harness::Planned planned = harness::plan_call(source, function, overrides);
    if (!planned.call) {
      skipped.emplace_back(&function, planned.reason);
      continue;
    }
    print_line("{:>6}  {:<{}}  {}", function.line, function.name, width,
               harness::arguments_text(source, *planned.call));
  }
  if (!skipped.empty()) print_line("not tested:");
  for (const auto& [function, reason] : skipped)
    print_line("{:>6}  {:<{}}  {}", function->line, function->name, width, reason);
  return exit_clean;
}

int run_one(HarnessSearch& search, const harness::Subject& subject, const harness::Source& source,
            const Options& options) {
  const Result<HarnessProgram> program = search.write_and_build(subject, source, options.function, options.with);
  if (!program) return complain(program.error());
  print_line("{}: {}", program->file, program->words);
  if (options.write) return exit_clean;
  return search.run(*program);
}

Result<bool> is_harness(const std::string& file) {
  const Result<std::string> text = read_file(file);
  if (!text) return text.error();
  return text->find("SLEAVE_HARNESS(") != std::string::npos;
}

// Several, of which pairs are searched.
Result<bool> has_operations(const std::string& file) {
  const Result<std::string> text = read_file(file);
  if (!text) return text.error();
  return text->find("SLEAVE_OPERATIONS(") != std::string::npos;
}

}  // namespace

int harness_command(const std::vector<std::string>& arguments) {
  Options options;
  std::string file;
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  std::vector<std::string> compiler;
  if (end != arguments.end()) compiler.assign(end + 1, arguments.end());
  CommandLine line("harness", options);
  line.add_operand("FILE", file, "source file with the function, or a harness");
  const Result<bool> parsed = line.parse({arguments.begin(), end});
  if (!parsed) return complain(parsed.error());
  if (!*parsed) return exit_clean;
  const WithSummaries with_summaries = options.without == "summaries" ? WithSummaries::no : WithSummaries::yes;
  if (with_summaries == WithSummaries::no) options.without.clear();  // a search of one program knows of none
  HarnessSearch search(line, options);
  if (Status read = search.read_options(); !read) return complain(line.placed(read.error()));
  const Result<harness::Subject> subject = subject_of(file, compiler);
  if (!subject) return complain(subject.error());
  const Result<bool> written = is_harness(file);
  if (!written) return complain(written.error());
  catch_interrupts();
  const Result<bool> operations = has_operations(file);
  if (!operations) return complain(operations.error());
  if (*operations) return search_given_pairs(search, line, options, *subject, with_summaries);
  if (with_summaries == WithSummaries::no)
    return complain({Tier::usage, "--without=summaries is for files with SLEAVE_OPERATIONS"});
  if (*written) {
    const Result<HarnessProgram> program = search.build(*subject);
    return program ? search.run(*program) : complain(program.error());
  }
  if (options.function.empty() && !options.pairs && !options.each && !options.list) {
    return complain(
        {Tier::usage,
         fmt::format("which function of {}?\nuse --function=NAME, --each or --pairs; --list shows them", file)});
  }
  const Result<harness::Source> source = harness::read_subject(*subject);
  if (!source) return complain(source.error());
  if (options.list) return list_functions(*source, search.overrides());
  if (options.each) return search_each(search, line, options, *subject, *source);
  if (options.pairs) return search_pairs(search, line, options, *subject, *source);
  return run_one(search, *subject, *source, options);
}

}  // namespace sleave

// sleave synth: from a header and a class to a client file, its program, and a search of its clients.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "cli/client_search.h"
#include "cli/commands.h"
#include "cli/options/options.h"
#include "cli/print/output.h"
#include "cli/synth_batch.h"
#include "cli/target/program.h"
#include "engine/base/interrupt.h"
#include "engine/synth/ast.h"
#include "engine/synth/command.h"
#include "engine/synth/handle.h"
#include "engine/synth/synthesize.h"
#include "engine/synth/write_client.h"

namespace sleave {
namespace {

namespace fs = std::filesystem;

struct Request {
  Options options;
  std::string file;                   // header or client
  std::vector<std::string> compiler;  // options of the compiler
  const CommandLine* line = nullptr;
  ClientSizes sizes;
};

std::vector<std::string> split(const std::string& list, char between = ',') {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(between, begin), list.size());
    if (end != begin) words.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

// Language and optimization, unless they are given.
std::vector<std::string> compiler_options(const std::vector<std::string>& given) {
  const auto has = [&](const char* start) {
    return std::any_of(given.begin(), given.end(), [&](const std::string& word) { return word.starts_with(start); });
  };
  std::vector<std::string> options;
  if (!has("-std=")) options.emplace_back("-std=c++20");
  if (!has("-O")) options.emplace_back("-O1");
  if (!has("-g")) options.emplace_back("-gline-tables-only");
  options.insert(options.end(), given.begin(), given.end());
  return options;
}

// The driver that stands beside this command.
Result<std::string> driver() {
  std::error_code problem;
  const fs::path path = fs::read_symlink("/proc/self/exe", problem).parent_path() / "sleave-c++";
  if (fs::exists(path, problem)) return path.string();
  return Error{Tier::environment, "sleave-c++ is not next to this command\n'sleave doctor' says more"};
}

void print_operations(const std::string& path, const synth::Synthesized& made) {
  std::string operations;
  for (const std::string& name : made.operations) operations += (operations.empty() ? "" : ", ") + name;
  print_line("{}: {} operation{}: {}", path, made.operations.size(), made.operations.size() == 1 ? "" : "s",
             operations);
  for (const synth::LeftOut& left : made.left_out) print_line("  left out: {} ({})", left.method, left.reason);
}

std::string program_of(const std::string& client) {
  return fs::absolute(fs::path(client).replace_extension()).string();
}

std::string client_path(const Options& options) {
  if (!options.client_file.empty()) return options.client_file;
  const std::string name = options.handle.empty() ? synth::client_name(synth::class_name(options.class_))
                                                  : synth::handle_of(options.handle).prefix;
  return name + "_client.cc";
}

bool writes_client(const Options& options) { return !options.class_.empty() || !options.handle.empty(); }

// Writes a client file and builds it.
Result<std::string> write_and_build(const Request& request, const std::string& compiler, ClientContent& content) {
  const Options& options = request.options;
  const std::string path = client_path(options);
  std::error_code ignored;
  if (fs::exists(path, ignored) && !options.rewrite) {
    return Error{Tier::usage, fmt::format("{0} exists\n'sleave synth {0}' searches it, --rewrite replaces it", path)};
  }
  const Result<std::string> clang = find_program("clang++-19");
  if (!clang) return clang.error();
  const bool is_handle = !options.handle.empty();
  std::vector<std::vector<std::string>> single;
  for (const std::string& list : split(options.single, '/')) single.push_back(split(list));
  const Result<synth::Synthesized> made = synth::synthesize({.header = request.file,
                                                             .type = is_handle ? options.handle : options.class_,
                                                             .is_handle = is_handle,
                                                             .only = split(options.only),
                                                             .except = split(options.except),
                                                             .single = single,
                                                             .per_thread = split(options.per_thread),
                                                             .clang = *clang,
                                                             .compiler = compiler,
                                                             .options = compiler_options(request.compiler),
                                                             .client = path,
                                                             .program = options.write ? "" : program_of(path)});
  if (!made) return made.error();
  print_operations(path, *made);
  content.operations = made->operations;
  for (const synth::LeftOut& left : made->left_out) content.left_out.emplace_back(left.method, left.reason);
  return program_of(path);
}

// The words that compile a client file.
std::vector<std::string> build_words(const Request& request, const std::string& compiler, const std::string& client,
                                     const std::string& program) {
  std::vector<std::string> words = {compiler};
  for (const std::string& option : compiler_options(request.compiler)) words.push_back(option);
  words.insert(words.end(), {client, "-o", program});
  return words;
}

// The same client with inputs for arguments.
Result<std::string> build_solved(const Request& request, const std::string& compiler, const std::string& client,
                                 const std::string& folder) {
  const std::string program = (fs::absolute(folder) / "solved").string();
  std::vector<std::string> words = build_words(request, compiler, client, program);
  words.insert(words.begin() + 1, {"-fsleave-inputs", "-DSLEAVE_CLIENT_SOLVES", "-w"});
  const Result<synth::Ran> built = synth::run_command(words);
  if (!built) return built.error();
  if (built->code != 0) return Error{Tier::usage, "the client does not compile with -fsleave-inputs"};
  return program;
}

bool is_program(const std::string& file) {
  std::error_code problem;
  const fs::path path(file);
  return path.extension().empty() && fs::is_regular_file(path, problem) && ::access(file.c_str(), X_OK) == 0;
}

Result<std::string> build(const Request& request, const std::string& compiler) {
  const std::string& client = request.file;
  if (is_program(client)) return fs::absolute(client).string();
  const std::string program = program_of(client);
  const Result<synth::Ran> built = synth::run_command(build_words(request, compiler, client, program));
  if (!built) return built.error();
  if (built->code != 0) return Error{Tier::usage, fmt::format("{} does not compile\n{}", client, built->messages)};
  return program;
}

int synthesize(const Request& request) {
  const Result<std::string> compiler = driver();
  if (!compiler) return complain(compiler.error());
  const auto begin = std::chrono::steady_clock::now();
  ClientContent content;
  const Result<std::string> program =
      writes_client(request.options) ? write_and_build(request, *compiler, content) : build(request, *compiler);
  if (!program) return complain(program.error());
  if (request.options.write) return exit_clean;
  content.seconds_to_first_run = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  catch_interrupts();
  const std::string client = writes_client(request.options) ? client_path(request.options) : request.file;
  const SolvedProgram solved_program = [&](const std::string& folder) {
    return is_program(client) ? Result<std::string>(std::string()) : build_solved(request, *compiler, client, folder);
  };
  return search_clients(*request.line, request.options, *program, request.sizes, content, solved_program);
}

bool is_header(const std::string& file) {
  const std::string extension = fs::path(file).extension().string();
  return (extension.empty() && !is_program(file)) || extension.starts_with(".h");
}

}  // namespace

int synth_command(const std::vector<std::string>& arguments) {
  Request request;
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  if (end != arguments.end()) request.compiler.assign(end + 1, arguments.end());
  CommandLine line("synth", request.options);
  line.add_operand("FILE", request.file, "header of the class, a client file, or the program made from one",
                   /*required=*/false);
  const Result<bool> parsed = line.parse({arguments.begin(), end});
  if (!parsed) return complain(parsed.error());
  if (!*parsed) return exit_clean;
  request.line = &line;
  const Result<ClientSizes> sizes = client_sizes(request.options);
  if (!sizes) return complain(line.placed(sizes.error()));
  request.sizes = *sizes;
  if (!request.options.batch.empty()) return search_batch(line, request.options);
  if (request.file.empty()) return complain({Tier::usage, "no file\nuse sleave synth HEADER --class=TYPE"});
  if (!request.options.class_.empty() && !request.options.handle.empty()) {
    return complain({Tier::usage, "--class and --handle exclude each other"});
  }
  if (!writes_client(request.options) && is_header(request.file)) {
    return complain(
        {Tier::usage, fmt::format("{} is a header: which class?\nuse --class='Queue<int>', or --handle=queue_t "
                                  "for a C library",
                                  request.file)});
  }
  return synthesize(request);
}

}  // namespace sleave

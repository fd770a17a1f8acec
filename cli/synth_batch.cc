#include "cli/synth_batch.h"

#include <filesystem>
#include <vector>

#include "cli/commands.h"
#include "cli/print/output.h"
#include "engine/base/file.h"
#include "engine/base/interrupt.h"
#include "engine/synth/batch.h"
#include "engine/synth/command.h"

namespace sleave {
namespace {

namespace fs = std::filesystem;

class Batch {
 public:
  Batch(const CommandLine& line, const Options& options) : line_(line), options_(options), folder_(options.out) {}

  int run() {
    const Result<std::string> list = read_file(options_.batch);
    if (!list) return complain(list.error());
    const Result<std::vector<synth::BatchEntry>> entries = synth::read_batch(*list);
    if (!entries) return complain(line_.placed(entries.error()));
    catch_interrupts();
    for (const synth::BatchEntry& entry : *entries) {
      if (interrupted()) return exit_interrupted;
      if (const Status searched = search(entry); !searched) return complain(searched.error());
      if (interrupted()) return exit_interrupted;  // the entry has no result
    }
    if (const Status written = write(); !written) return complain(written.error());
    print_text(synth::batch_table(results_));
    return has_finding_ ? exit_finding : exit_clean;
  }

 private:
  [[nodiscard]] std::string file(const synth::BatchEntry& entry, const char* name) const {
    return (fs::path(folder_) / entry.name / name).string();
  }

  Status search(const synth::BatchEntry& entry) {
    const std::string printed = file(entry, "printed.txt");
    std::error_code problem;
    if (!fs::exists(printed, problem)) {
      fs::create_directories(fs::path(folder_) / entry.name, problem);
      if (problem) return Error{Tier::environment, "cannot make " + folder_ + ": " + problem.message()};
      const Result<synth::Ran> ran = synth::run_command(command(entry));
      if (!ran) return ran.error();
      if (interrupted()) return ok();
      if (const Status written = write_output(printed, ran->messages + ran->output); !written) return written;
    }
    const Result<std::string> text = read_file(printed);
    if (!text) return text.error();
    const Result<std::string> summary = read_file(file(entry, "summary.json"));
    results_.push_back(synth::batch_result(entry, summary ? *summary : "", *text));
    const synth::BatchResult& result = results_.back();
    has_finding_ = has_finding_ || (summary && summary->find("\"result\": \"finding\"") != std::string::npos);
    print_line("{}: {}", result.subject, result.outcome);
    return ok();
  }

  // The options of this command come before the entry's, which count.
  [[nodiscard]] std::vector<std::string> command(const synth::BatchEntry& entry) const {
    std::error_code ignored;
    const std::string self = fs::read_symlink("/proc/self/exe", ignored).string();
    std::vector<std::string> words = {self,
                                      "synth",
                                      "--rewrite",
                                      "--client-file=" + file(entry, "client.cc"),
                                      "--summary=" + file(entry, "summary.json"),
                                      "--out=" + file(entry, "out")};
    if (line_.given("--time")) words.push_back("--time=" + options_.time);
    if (line_.given("--jobs")) words.push_back("--jobs=" + options_.jobs);
    words.insert(words.end(), entry.words.begin(), entry.words.end());
    return words;
  }

  Status write() const {
    if (const Status table = write_output((fs::path(folder_) / "table.md").string(), synth::batch_table(results_));
        !table)
      return table;
    return write_output((fs::path(folder_) / "index.html").string(), synth::batch_page(results_));
  }

  const CommandLine& line_;
  const Options& options_;
  std::string folder_;
  std::vector<synth::BatchResult> results_;
  bool has_finding_ = false;
};

}  // namespace

int search_batch(const CommandLine& line, const Options& options) { return Batch(line, options).run(); }

}  // namespace sleave

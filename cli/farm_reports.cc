#include "cli/farm_reports.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "abi/trace.h"
#include "cli/print/farm_certificate.h"
#include "cli/print/farm_metrics.h"
#include "cli/print/farm_page.h"
#include "cli/print/farm_top.h"
#include "cli/print/output.h"
#include "cli/print/terminal.h"
#include "cli/search_command.h"
#include "engine/base/counted.h"
#include "engine/base/file.h"
#include "engine/base/interrupt.h"
#include "engine/cover/branch_coverage.h"
#include "engine/farm/farm.h"
#include "engine/farm/request.h"
#include "engine/inputs/corpus.h"
#include "engine/report/export/lcov.h"

namespace sleave {
namespace {

Status write(const std::string& output, const Result<std::string>& text) {
  if (!text) return text.error();
  if (!output.empty()) return write_output(output, *text);
  print_bytes(*text);
  return ok();
}

constexpr std::chrono::milliseconds kTick{100};
constexpr std::chrono::seconds kBetweenScreens{2};
constexpr std::chrono::seconds kBetweenLines{10};

// That makes the search of the evidence on one machine.
Result<std::string> command_of(const std::string& evidence) {
  const nlohmann::json read = nlohmann::json::parse(evidence, nullptr, false);
  const nlohmann::json wanted = read.is_object() ? read.value("request", nlohmann::json()) : nlohmann::json();
  const Result<farm::Request> request = farm::request_from_json(wanted.dump());
  if (!request) return request.error();
  return search_command(*request);
}

std::string now_text() {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  return fmt::format("{:%F %T} UTC", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

Status fetch_findings(farm::Database& database, std::int64_t campaign, const std::string& folder) {
  const Result<std::vector<farm::StoredFinding>> findings = farm::findings(database, campaign);
  if (!findings) return findings.error();
  for (const farm::StoredFinding& finding : *findings) {
    const std::string place = fmt::format("{}/findings/{}", folder, finding.id);
    if (Status made = make_folder(place); !made) return made;
    if (Status done = write_file(place + "/replay.sleave", finding.replay); !done) return done;
    if (Status done = write_file(place + "/finding.json", finding.report); !done) return done;
    print_line("{}", place);
  }
  if (findings->empty()) print_line("Campaign {} has no findings.", campaign);
  return ok();
}

Status fetch_inputs(farm::Database& database, std::int64_t campaign, const std::string& folder) {
  const Result<std::vector<std::string>> inputs = farm::inputs(database, campaign);
  if (!inputs || inputs->empty()) return inputs ? ok() : Status(inputs.error());
  const std::string place = folder + "/corpus";
  Result<Corpus> corpus = Corpus::open(place);
  if (!corpus) return corpus.error();
  for (const std::string& input : *inputs) {
    if (Status kept = corpus->keep(input); !kept) return kept;
  }
  print_line("{}: {}", place, counted(inputs->size(), "input"));
  return ok();
}

// As a trace would have it, whose edges begin at `first`.
sleave_trace_module module_of(const farm::StoredCoverage& stored, std::size_t first) {
  sleave_trace_module module{};
  stored.path.copy(module.path, sizeof module.path - 1);
  const std::size_t bytes = std::min(stored.build_id.size() / 2, sizeof module.build_id);
  for (std::size_t i = 0; i < bytes; ++i) {
    const char* const digits = stored.build_id.data() + 2 * i;
    std::from_chars(digits, digits + 2, module.build_id[i], 16);
  }
  module.build_id_bytes = static_cast<std::uint8_t>(bytes);
  module.first_edge = static_cast<std::uint32_t>(first);
  module.edge_count = static_cast<std::uint32_t>(stored.edges.size());
  return module;
}

}  // namespace

Status certificate(farm::Database& database, std::int64_t campaign, bool as_json) {
  const Result<std::string> evidence = farm::certificate_evidence(database, campaign);
  if (!evidence) return evidence.error();
  const Result<std::string> command = command_of(*evidence);
  if (!command) return command.error();
  const Result<FarmCertificate> made = farm_certificate(*evidence, *command);
  if (!made) return made.error();
  if (!made->missing.empty()) {
    return Error{Tier::diverged,
                 fmt::format("campaign {} has no certificate:\n  {}", campaign, fmt::join(made->missing, "\n  "))};
  }
  if (as_json) {
    print_bytes(made->json);
  } else {
    print_text(made->lines);
  }
  return ok();
}

Status write_metrics(farm::Database& database, const std::string& output) {
  const Result<std::string> metrics = farm::metrics(database);
  if (!metrics) return metrics.error();
  return write(output, farm_metrics_text(*metrics));
}

Status show_top(farm::Database& database, bool once) {
  using Clock = std::chrono::steady_clock;
  FarmTop top;
  for (Clock::time_point next = Clock::now(); !interrupted(); std::this_thread::sleep_for(kTick)) {
    if (Clock::now() < next) continue;
    next = Clock::now() + (is_terminal() ? kBetweenScreens : kBetweenLines);
    const Result<std::vector<std::string>> all = farm::statuses(database, 0);
    if (!all) return all.error();
    top.look(*all, std::chrono::duration<double>(Clock::now().time_since_epoch()).count());
    if (is_terminal()) {
      // The cursor stands in the line below the last one.
      redraw_screen(top.screen(now_text(), text_width(STDOUT_FILENO), text_height() - 1));
    } else {
      print_text(top.lines(now_text()));
    }
    if (once && !top.has_open()) break;
  }
  return ok();
}

Status write_page(farm::Database& database, std::int64_t campaign, const std::string& output) {
  const Result<std::vector<std::string>> all = farm::statuses(database, campaign);
  if (!all) return all.error();
  return write(output, farm_page(*all, now_text()));
}

Status fetch_results(farm::Database& database, std::int64_t campaign, const std::string& folder) {
  const Status findings = fetch_findings(database, campaign, folder);
  return findings ? fetch_inputs(database, campaign, folder) : findings;
}

Status fetch_coverage(farm::Database& database, std::int64_t campaign, const std::string& file) {
  const Result<std::vector<farm::StoredCoverage>> stored = farm::coverage(database, campaign);
  if (!stored) return stored.error();
  if (stored->empty()) {
    return Error{Tier::usage, fmt::format("campaign {} has no coverage\nsubmit one with --record-coverage", campaign)};
  }
  std::vector<sleave_trace_module> modules;
  BranchCoverage coverage;
  for (const farm::StoredCoverage& module : *stored) {
    modules.push_back(module_of(module, coverage.edges.size()));
    if (!is_unchanged(modules.back())) {
      return Error{Tier::environment,
                   fmt::format("--coverage reads {}, which is not here, or not as it was submitted\nfetch it where the "
                               "program was built",
                               module.path)};
    }
    coverage.edges.insert(coverage.edges.end(), module.edges.begin(), module.edges.end());
  }
  coverage.table = BranchTable(modules);
  coverage.taken = coverage.table.taken(coverage.edges);
  return of_option("coverage", write_output(file, lcov_report(coverage)));
}

}  // namespace sleave

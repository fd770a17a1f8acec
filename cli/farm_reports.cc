#include "cli/farm_reports.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "cli/print/farm_certificate.h"
#include "cli/print/farm_metrics.h"
#include "cli/print/farm_page.h"
#include "cli/print/farm_top.h"
#include "cli/print/output.h"
#include "cli/print/terminal.h"
#include "cli/search_command.h"
#include "engine/base/file.h"
#include "engine/base/interrupt.h"
#include "engine/farm/farm.h"
#include "engine/farm/request.h"

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

}  // namespace sleave

// Screen: what `sleave run` shows of a campaign.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <map>
#include <set>
#include <string>
#include <utility>

#include "cli/print/output.h"
#include "cli/print/terminal.h"
#include "cli/print/wording.h"
#include "engine/campaign/campaign.h"
#include "engine/find/race_group.h"
#include "engine/report/target_result.h"

namespace sleave {

// Draws the campaign: one line redrawn on a terminal, a line at each power of two of runs otherwise.
class Screen final : public CampaignObserver {
 public:
  // `version` of Sleave; `settings`: lines about options from elsewhere than the command line.
  Screen(const TextStyle& style, const CampaignOptions& options, std::string version, std::string settings)
      : style_(style),
        options_(options),
        version_(std::move(version)),
        settings_(std::move(settings)),
        redraw_(is_terminal()) {}

  // Shows only findings, and on a terminal the progress.
  void be_quiet() { quiet_ = true; }

  void prepared(const CampaignStart& start) override {
    if (!quiet_) say(fitted(first_lines(options_, start, version_) + settings_, STDOUT_FILENO));
  }

  void started(const CampaignStatus& status) override {
    if (!quiet_) say(fitted(control_lines(status), STDOUT_FILENO));
  }

  void progress(const CampaignStatus& status) override {
    if (redraw_) {
      redraw(status.seconds, progress_line(status));
    } else if (!quiet_ && (status.runs & (status.runs - 1)) == 0) {
      print_line("{}", progress_line(status));
    }
  }

  void refining(const RefineStep& step, double seconds) override {
    if (redraw_) redraw(seconds, refining_line(step));
  }

  // At once: minimizing may take long.
  void sighted(const Finding& finding, const FoundFinding& place) override {
    const std::string group = race_group(finding);
    if (!group.empty() && !sighted_races_.insert(group).second) return;
    const bool minimizing = options_.refiner != nullptr && finding.accesses.empty();
    say(fitted(sighted_line(finding, place, minimizing), STDOUT_FILENO));
  }

  void found(const Finding& finding, const FoundFinding& place) override {
    const std::string report = report_of(finding, replay_command(place.folder));
    const std::string where = place.folder.empty() ? "not saved" : replay_command(place.folder);
    name_finding(fmt::format("finding: {}, {} ({})", finding.title, finding.signature, where));
    if (!options_.keep_going) {
      reports_ += report;
    } else {
      clear();
      print_painted(report);
    }
  }

  void warn(const std::string& message) override {
    clear();
    print_problem("note: " + message);
  }

  // A campaign that ends with its first finding ends with its report, whose last line is the replay command.
  void finish(const CampaignResult& result, bool verbose) {
    say(fitted(result_lines(result) + (verbose ? detail_lines(result) : ""), STDOUT_FILENO));
    print_painted(reports_);
  }

  void clear() {
    if (drawn_) redraw_line("");
    drawn_ = false;
  }

 private:
  void say(const std::string& text) {
    clear();
    print_text(text);
  }

  // One line for a data race on an object that an earlier report is about.
  std::string report_of(const Finding& finding, const std::string& replay) {
    const std::string group = race_group(finding);
    const auto [first, fresh] = races_.try_emplace(group, finding.id);
    if (group.empty() || fresh) return text_report(finding, replay, style_);
    return related_race_line(finding, first->second, replay, style_);
  }

  void redraw(double seconds, const std::string& text) {
    redraw_line((elapsed_text(seconds, options_.time) + ", " + text).substr(0, style_.width - 1));
    drawn_ = true;
  }

  TextStyle style_;
  const CampaignOptions& options_;
  std::string version_;
  std::string settings_;
  bool redraw_;
  std::string reports_;
  std::set<std::string> sighted_races_;  // by race_group(): those that were named
  std::map<std::string, int> races_;     // by race_group(): the finding with the full report
  bool drawn_ = false;
  bool quiet_ = false;
};

}  // namespace sleave

// FarmTop: the campaigns and nodes of a farm, as a screen that is drawn again and again, or as lines. Pure: the status
// comes from farm.statuses_v1, times from the caller.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sleave {

class FarmTop {
 public:
  // The statuses of all campaigns, newest first. `seconds`: of a clock that only counts; runs per second are those
  // since the last call, or since the campaign's beginning in the first. What cannot be read is left out.
  void look(const std::vector<std::string>& statuses, double seconds);

  // Exactly `height` lines or fewer, none longer than `width`: open campaigns and their nodes, then those that have
  // ended. `now` is for people.
  [[nodiscard]] std::string screen(const std::string& now, unsigned width, unsigned height) const;
  // One line for each open campaign.
  [[nodiscard]] std::string lines(const std::string& now) const;
  [[nodiscard]] bool has_open() const;

 private:
  struct Seen {
    std::uint64_t runs = 0;
    double seconds = 0;
    double rate = 0;
  };

  [[nodiscard]] std::vector<std::string> campaign_rows() const;
  [[nodiscard]] std::vector<std::string> node_rows() const;
  [[nodiscard]] double rate_of(const nlohmann::json& status) const;

  std::vector<nlohmann::json> statuses_;  // open ones first
  std::map<std::uint64_t, Seen> seen_;    // by campaign
};

}  // namespace sleave

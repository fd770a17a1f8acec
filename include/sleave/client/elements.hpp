// Elements that are lost or come out twice, also where results are not compared otherwise: calls insert elements and remove
// them, and in the end main takes out what is left.
//
// What counts is what no order of the calls shows: a ring that overwrites its oldest element loses it in every order.
#ifndef SLEAVE_CLIENT_ELEMENTS_HPP
#define SLEAVE_CLIENT_ELEMENTS_HPP

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "contract.hpp"
#include "history.hpp"
#include "models.hpp"

namespace sleave {
namespace client {

class Elements {
 public:
  Elements(const Subject& subject, const Client& client, const History& history) : subject_(subject), made_(client.made), history_(history) {}

  // In words; nothing: all are there, or some order of the calls loses or doubles one as well.
  std::optional<std::string> wrong() {
    const Count counted = count(results());
    const bool is_lost = !counted.lost.empty();
    const std::string& element = is_lost ? counted.lost : counted.doubled;
    if (element.empty() || is_shown_by_some_order(is_lost)) return std::nullopt;
    return element + (is_lost ? " is lost: it was inserted, not removed, and is not left" : " is there twice: it was inserted once, and removed again") +
           ", which no order of these calls shows\n" + text_of_history(subject_, history_);
  }

 private:
  static constexpr std::size_t kMostOrders = 1000;

  // One element each; empty: none.
  struct Count {
    std::string lost;
    std::string doubled;
  };

  std::vector<std::string> results() const {
    std::vector<std::string> all;
    for (const Recorded& recorded : history_) all.push_back(recorded.result);
    return all;
  }

  Count count(const std::vector<std::string>& results) const {
    std::map<std::string, int> left;  // inserted, less those removed
    bool is_drained = false;
    for (std::size_t i = 0; i < history_.size(); ++i) {
      const Operation& operation = subject_.operation(history_[i]);
      if (operation.role != Role::inserts || has_done_nothing(results[i])) continue;
      const std::vector<std::string> arguments = operation.argument_texts(history_[i].call, {});
      if (!arguments.empty()) ++left[arguments.back()];
    }
    for (std::size_t i = 0; i < history_.size(); ++i) {
      if (subject_.operation(history_[i]).role != Role::removes) continue;
      is_drained = is_drained || history_[i].phase == Phase::final;
      for (const std::string& element : elements_in(results[i])) {
        const auto found = left.find(element);
        if (found != left.end()) --found->second;
      }
    }
    Count counted;
    for (const auto& [element, number] : left) {
      if (number > 0 && is_drained) counted.lost = element;
      if (number < 0) counted.doubled = element;
    }
    return counted;
  }

  // Also if there are too many orders to try.
  bool is_shown_by_some_order(bool is_lost) const {
    History all = history_;
    for (Recorded& each : all) each.is_pending = true;  // with any result
    SerialRuns serial(subject_, made_, all);
    bool is_shown = false;
    std::size_t orders = 0;
    Linearization<SerialRuns>(order_of(all, true), serial).for_each([&](const std::vector<std::size_t>& order) {
      const Count counted = count(results_in(order, serial));
      is_shown = !(is_lost ? counted.lost : counted.doubled).empty() || ++orders == kMostOrders;
      return !is_shown;
    });
    return is_shown || orders == 0;
  }

  std::vector<std::string> results_in(const std::vector<std::size_t>& order, const SerialRuns& serial) const {
    std::vector<std::string> all(history_.size());
    SerialRuns::State before;
    for (std::size_t call : order) {
      all[call] = serial.result_of(before, call).value_or("");
      before.push_back(call);
    }
    return all;
  }

  const Subject& subject_;
  const Call& made_;
  const History& history_;
};

}  // namespace client
}  // namespace sleave

#endif

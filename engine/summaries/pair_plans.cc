#include "engine/summaries/pair_plans.h"

#include <map>

#include "engine/trace/schedule.h"

namespace sleave::summaries {
namespace {

// Of the plan.
constexpr std::uint32_t kMain = 0;
constexpr std::uint32_t kThreads[] = {1, 2};

std::uint64_t points_more(const std::map<sleave_site, std::uint64_t>& accesses, const Sites& points) {
  std::uint64_t more = 0;
  for (const auto& [site, count] : accesses) more += points.contains(site) ? count : 0;
  return more;
}

// The main thread makes the structure and creates both threads, one after the other; each prepares its arguments and
// waits. Then main lets them go (sleave_operations() in include/sleave/harness.h).
std::vector<Schedule::Segment> beginning(const Summary& first, const Summary& second, const Sites& points) {
  // Before a second thread exists, plain accesses of the main thread are no points, whatever the plan says.
  return {{kMain, first.main_points},
          {kThreads[0], first.prepared + points_more(first.prepared_accesses, points)},
          {kMain, 2},  // the first one is ready; the second is created
          {kThreads[1], second.prepared + points_more(second.prepared_accesses, points)},
          {kMain, 3}};  // the second one is ready; both may go
}

std::vector<Plan::Input> inputs_of(const Meeting& meeting, const Summary& first, const Summary& second,
                                   const expr::Variables& variables) {
  std::map<std::uint64_t, std::vector<std::byte>> all;
  for (const Summary* each : {&first, &second}) {
    for (const AskedInput& input : each->inputs) {
      const expr::Variables::Input* const known = variables.find(input.name);
      if (known == nullptr) continue;
      std::vector<std::byte>& bytes = all[input.name];
      bytes.clear();
      for (std::uint32_t i = 0; i < input.bytes && i < known->numbers.size(); ++i) {
        const std::uint32_t number = known->numbers[i];
        bytes.push_back(std::byte{number < meeting.values.size() ? meeting.values[number] : std::uint8_t{0}});
      }
    }
  }
  std::vector<Plan::Input> inputs;
  for (auto& [name, bytes] : all) inputs.push_back({.name = name, .bytes = std::move(bytes)});
  return inputs;
}

}  // namespace

Plan plan_for(const Meeting& meeting, const OperationSummaries& first, const OperationSummaries& second,
              const expr::Variables& variables) {
  const Summary& one = first.paths[meeting.paths.first];
  const Summary& two = second.paths[meeting.paths.second];
  Schedule schedule;
  schedule.segments = beginning(one, two, meeting.points);
  for (const std::uint8_t thread : meeting.order.threads) schedule.segments.push_back({kThreads[thread], 1});
  if (meeting.kind == MeetingKind::violation) {
    schedule.segments.push_back({kThreads[meeting.first_waits ? 1 : 0], 1});
  } else if (meeting.kind == MeetingKind::race) {
    schedule.segments.push_back({kThreads[0], 1});
    schedule.segments.push_back({kThreads[1], 1});
  }
  normalize(schedule.segments);
  Plan plan;
  plan.tail_policy = SLEAVE_POLICY_stay;
  plan.threads = {{SLEAVE_NO_THREAD, 0}, {0, one.thread_ordinal}, {0, two.thread_ordinal}};
  plan.sites.assign(meeting.points.begin(), meeting.points.end());
  plan.decisions = decisions_of(schedule);
  plan.inputs = inputs_of(meeting, one, two, variables);
  std::uint64_t decided = 0;
  for (const Schedule::Segment& segment : schedule.segments) decided += segment.points;
  plan.decided_events = static_cast<std::uint32_t>(decided);
  return plan;
}

}  // namespace sleave::summaries

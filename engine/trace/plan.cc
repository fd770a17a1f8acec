#include "engine/trace/plan.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace sleave {
namespace {

// Appends trivially copyable things, keeping each array aligned for its reader.
class Writer {
 public:
  explicit Writer(std::size_t header_bytes) : bytes_(header_bytes) {}

  template <typename T>
  std::uint32_t append(const std::vector<T>& items) {
    const std::uint32_t offset = align();
    const auto* first = reinterpret_cast<const std::byte*>(items.data());
    if (!items.empty()) bytes_.insert(bytes_.end(), first, first + items.size() * sizeof(T));
    return offset;
  }

  std::uint32_t align() {
    bytes_.resize((bytes_.size() + 7) / 8 * 8);
    return static_cast<std::uint32_t>(bytes_.size());
  }

  std::vector<std::byte>& bytes() { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

sleave_plan header_of(const Plan& plan) {
  sleave_plan header{};
  header.magic = SLEAVE_PLAN_MAGIC;
  header.version = SLEAVE_PLAN_VERSION;
  header.record = plan.record;
  header.flags = plan.flags;
  header.tail_policy = plan.tail_policy;
  header.tail_depth = plan.tail_depth;
  header.tail_seed = plan.tail_seed;
  header.tail_length = plan.tail_length;
  header.tail_threads = plan.tail_threads;
  header.tail_events = plan.tail_events;
  header.tail_alike = plan.tail_alike;
  header.max_events = plan.max_events;
  header.quiet_events = plan.quiet_events;
  header.hang_cpu_ms = plan.hang_cpu_ms;
  header.spin_repeats = plan.spin_repeats;
  header.thread_count = static_cast<std::uint32_t>(plan.threads.size());
  header.decision_count = static_cast<std::uint32_t>(plan.decisions.size());
  header.input_count = static_cast<std::uint32_t>(plan.inputs.size());
  header.site_count = static_cast<std::uint32_t>(plan.sites.size());
  header.object_count = static_cast<std::uint32_t>(plan.objects.size());
  header.weight_count = static_cast<std::uint32_t>(plan.weights.size());
  header.relation_count = static_cast<std::uint32_t>(plan.relations.size());
  header.aside_count = static_cast<std::uint32_t>(plan.asides.size());
  header.order_count = static_cast<std::uint32_t>(plan.orders.size());
  header.stop_at_race = plan.stop_at_race;
  header.decided_events = plan.decided_events;
  std::copy(plan.choices.begin(), plan.choices.end(), header.choices);
  return header;
}

Plan fields_of(const sleave_plan& header) {
  Plan plan;
  plan.record = header.record;
  plan.flags = header.flags;
  plan.tail_policy = static_cast<sleave_policy_kind>(header.tail_policy);
  plan.tail_depth = header.tail_depth;
  plan.tail_seed = header.tail_seed;
  plan.tail_length = header.tail_length;
  plan.tail_threads = header.tail_threads;
  plan.tail_events = header.tail_events;
  plan.tail_alike = header.tail_alike;
  plan.max_events = header.max_events;
  plan.quiet_events = header.quiet_events;
  plan.hang_cpu_ms = header.hang_cpu_ms;
  plan.spin_repeats = header.spin_repeats;
  plan.stop_at_race = header.stop_at_race;
  plan.decided_events = header.decided_events;
  std::copy(std::begin(header.choices), std::end(header.choices), plan.choices.begin());
  return plan;
}

template <typename T>
bool same_bytes(std::span<const T> a, std::span<const T> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

Error damaged(const std::string& what) { return {Tier::usage, "not a valid plan: " + what}; }

template <typename T>
bool read_array(std::span<const std::byte> bytes, std::uint32_t offset, std::uint32_t count, std::vector<T>& items) {
  if (offset > bytes.size() || count > (bytes.size() - offset) / sizeof(T)) return false;
  items.resize(count);
  if (count != 0) std::memcpy(items.data(), bytes.data() + offset, count * sizeof(T));
  return true;
}

// The first thing wrong with the plan's references, or empty.
std::string reference_problem(const Plan& plan) {
  for (std::size_t i = 0; i < plan.threads.size(); ++i) {
    const bool main = plan.threads[i].parent == SLEAVE_NO_THREAD;
    if (main != (i == 0)) return "only its first thread can be, and must be, main";
    if (!main && plan.threads[i].parent >= i) return "a thread precedes its parent";
  }
  for (const sleave_decision& decision : plan.decisions) {
    if (decision.thread >= plan.threads.size()) return "a decision of an unknown thread";
    if (decision.kind >= SLEAVE_CHOICE_COUNT) return "a decision of an unknown kind";
    if (decision.expect > SLEAVE_EV_COUNT) return "a decision expects an unknown event";
    if (decision.kind == SLEAVE_CHOICE_switch_to && decision.value >= plan.threads.size()) {
      return "a switch to an unknown thread";
    }
  }
  if (plan.weights.size() > plan.threads.size()) return "a weight of an unknown thread";
  for (const sleave_plan_relation& relation : plan.relations) {
    if (relation.kind > SLEAVE_RELATION_RIVAL) return "a relation of an unknown kind";
    const bool rival = relation.kind == SLEAVE_RELATION_RIVAL;
    if (rival && relation.writer >= plan.relations.size()) return "a rival of an unknown relation";
  }
  for (const sleave_plan_aside& aside : plan.asides) {
    if (aside.kind >= SLEAVE_FIND_COUNT) return "a failure of an unknown kind is set aside";
  }
  for (const sleave_plan_order& order : plan.orders) {
    if (order.order >= SLEAVE_ORDER_volatile || order.failure >= SLEAVE_ORDER_volatile)
      return "an unknown memory order";
  }
  return "";
}

}  // namespace

bool same_plan(const Plan& a, const Plan& b) {
  const sleave_plan first = header_of(a);
  const sleave_plan second = header_of(b);
  return std::memcmp(&first, &second, sizeof first) == 0 && same_bytes(std::span(a.threads), std::span(b.threads)) &&
         same_bytes(std::span(a.decisions), std::span(b.decisions)) && a.sites == b.sites && a.inputs == b.inputs &&
         a.objects == b.objects && a.weights == b.weights &&
         same_bytes(std::span(a.relations), std::span(b.relations)) &&
         same_bytes(std::span(a.asides), std::span(b.asides)) && same_bytes(std::span(a.orders), std::span(b.orders));
}

std::vector<std::byte> serialize(const Plan& plan) {
  sleave_plan header = header_of(plan);
  Writer writer(sizeof header);
  header.thread_offset = writer.append(plan.threads);
  header.decision_offset = writer.append(plan.decisions);
  header.site_offset = writer.append(plan.sites);
  header.object_offset = writer.append(plan.objects);
  header.weight_offset = writer.append(plan.weights);
  header.relation_offset = writer.append(plan.relations);
  header.aside_offset = writer.append(plan.asides);
  header.order_offset = writer.append(plan.orders);

  std::vector<sleave_plan_input> entries(plan.inputs.size());
  header.input_offset = writer.append(entries);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Plan::Input& input = plan.inputs[i];
    entries[i] = {input.name, writer.append(input.bytes), static_cast<std::uint32_t>(input.bytes.size())};
  }
  header.bytes = writer.align();

  std::memcpy(writer.bytes().data(), &header, sizeof header);
  if (!entries.empty()) {
    std::memcpy(writer.bytes().data() + header.input_offset, entries.data(), entries.size() * sizeof entries[0]);
  }
  return std::move(writer.bytes());
}

Result<Plan> parse_plan(std::span<const std::byte> bytes) {
  sleave_plan header;
  if (bytes.size() < sizeof header) return damaged("too short");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != SLEAVE_PLAN_MAGIC) return damaged("it does not begin as a plan does");
  if (header.version != SLEAVE_PLAN_VERSION)
    return damaged("version " + std::to_string(header.version) + " is unknown");
  if (header.bytes < sizeof header || header.bytes > bytes.size()) return damaged("it is cut off");
  if (header.tail_policy >= SLEAVE_POLICY_COUNT) return damaged("unknown tail policy");
  bytes = bytes.first(header.bytes);

  Plan plan = fields_of(header);
  std::vector<sleave_plan_input> entries;
  if (!read_array(bytes, header.thread_offset, header.thread_count, plan.threads) ||
      !read_array(bytes, header.decision_offset, header.decision_count, plan.decisions) ||
      !read_array(bytes, header.site_offset, header.site_count, plan.sites) ||
      !read_array(bytes, header.object_offset, header.object_count, plan.objects) ||
      !read_array(bytes, header.weight_offset, header.weight_count, plan.weights) ||
      !read_array(bytes, header.relation_offset, header.relation_count, plan.relations) ||
      !read_array(bytes, header.aside_offset, header.aside_count, plan.asides) ||
      !read_array(bytes, header.order_offset, header.order_count, plan.orders) ||
      !read_array(bytes, header.input_offset, header.input_count, entries)) {
    return damaged("a table lies outside of it");
  }
  for (const sleave_plan_input& entry : entries) {
    Plan::Input input{entry.name, {}};
    if (!read_array(bytes, entry.offset, entry.bytes, input.bytes)) return damaged("an input lies outside of it");
    plan.inputs.push_back(std::move(input));
  }
  if (const std::string problem = reference_problem(plan); !problem.empty()) return damaged(problem);
  return plan;
}

}  // namespace sleave

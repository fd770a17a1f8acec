// Each struct lists its fields once, in a visit() that both directions use.
#include <nlohmann/json.hpp>

#include "engine/find/finding.h"

namespace sleave {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;
constexpr const char* kFormat = "sleave-finding";

template <typename T, typename Visitor>
void visit(T& it, Visitor&& field)
  requires std::is_same_v<std::remove_const_t<T>, Frame>
{
  field("function", it.function);
  field("file", it.file);
  field("line", it.line);
  field("column", it.column);
  field("module", it.module);
  field("offset", it.offset);
  field("inlined", it.inlined);
}

template <typename T, typename Visitor>
void visit(T& it, Visitor&& field)
  requires std::is_same_v<std::remove_const_t<T>, FindingThread>
{
  field("label", it.label);
  field("name", it.name);
  field("parent", it.parent);
  field("state", it.state);
  field("waits_for", it.waits_for);
  field("stack", it.stack);
  field("created_at", it.created_at);
}

template <typename T, typename Visitor>
void visit(T& it, Visitor&& field)
  requires std::is_same_v<std::remove_const_t<T>, FindingObject>
{
  field("label", it.label);
  field("category", it.category);
  field("place", it.place);
  field("allocated_by", it.allocated_by);
  field("allocated_at", it.allocated_at);
  field("freed_by", it.freed_by);
  field("freed_at", it.freed_at);
  field("named", it.named);
}

template <typename T, typename Visitor>
void visit(T& it, Visitor&& field)
  requires std::is_same_v<std::remove_const_t<T>, FindingStep>
{
  field("index", it.index);
  field("thread", it.thread);
  field("text", it.text);
  field("where", it.where);
  field("after_switch", it.after_switch);
  field("key", it.key);
  field("unfinished", it.unfinished);
  field("repeats", it.repeats);
  field("period", it.period);
  field("left_out", it.left_out);
  field("object", it.object);
  field("value", it.value);
}

template <typename T, typename Visitor>
void visit(T& it, Visitor&& field)
  requires std::is_same_v<std::remove_const_t<T>, FindingLink>
{
  field("kind", it.kind);
  field("from", it.from);
  field("to", it.to);
}

template <typename T, typename Visitor>
void visit(T& it, Visitor&& field)
  requires std::is_same_v<std::remove_const_t<T>, FindingLock>
{
  field("thread", it.thread);
  field("object", it.object);
  field("acquired_at", it.acquired_at);
}

template <typename T, typename Visitor>
void visit(T& it, Visitor&& field)
  requires std::is_same_v<std::remove_const_t<T>, FindingAccess>
{
  field("title", it.title);
  field("atomic", it.atomic);
  field("thread", it.thread);
  field("object", it.object);
  field("locks", it.locks);
  field("stack", it.stack);
}

template <typename T, typename Visitor>
void visit(T& it, Visitor&& field)
  requires std::is_same_v<std::remove_const_t<T>, FindingInput>
{
  field("name", it.name);
  field("thread", it.thread);
  field("ordinal", it.ordinal);
  field("bytes", it.bytes);
  field("value", it.value);
}

template <typename T, typename Visitor>
void visit(T& it, Visitor&& field)
  requires std::is_same_v<std::remove_const_t<T>, FindingMinimized>
{
  field("runs", it.runs);
  field("events", it.events);
  field("switches", it.switches);
  field("preemptions", it.preemptions);
  field("threads", it.threads);
  field("input_bytes", it.input_bytes);
  field("unfinished", it.unfinished);
}

template <typename T, typename Visitor>
void visit(T& it, Visitor&& field)
  requires std::is_same_v<std::remove_const_t<T>, FindingCause>
{
  field("tried", it.tried);
  field("orderings", it.orderings);
  field("runs", it.runs);
  field("failed", it.failed);
  field("reversed_runs", it.reversed_runs);
  field("reversed_failed", it.reversed_failed);
  field("steps", it.steps);
  field("conditions", it.conditions);
  field("inputs", it.inputs);
  field("inputs_failed", it.inputs_failed);
  field("broken_inputs", it.broken_inputs);
  field("broken_inputs_failed", it.broken_inputs_failed);
  field("condition_script", it.condition_script);
  field("why_not", it.why_not);
  field("orders", it.orders);
  field("orders_runs", it.orders_runs);
  field("orders_failed", it.orders_failed);
  field("old_values", it.old_values);
  field("on_x86", it.on_x86);
  field("near", it.near);
  field("cut_short", it.cut_short);
}

template <typename T, typename Visitor>
void visit(T& it, Visitor&& field)
  requires std::is_same_v<std::remove_const_t<T>, Finding>
{
  field("id", it.id);
  field("kind", it.kind);
  field("title", it.title);
  field("message", it.message);
  field("signature", it.signature);
  field("explanation", it.explanation);
  field("needs", it.needs);
  field("inputs", it.inputs);
  field("target", it.target);
  field("strategy", it.strategy);
  field("seed", it.seed);
  field("first_run", it.first_run);
  field("events", it.events);
  field("switches", it.switches);
  field("preemptions", it.preemptions);
  field("minimized", it.minimized);
  field("cause", it.cause);
  field("thread", it.thread);
  field("stack", it.stack);
  field("accesses", it.accesses);
  field("threads", it.threads);
  field("locks", it.locks);
  field("objects", it.objects);
  field("steps", it.steps);
  field("links", it.links);
  field("steps_left_out", it.steps_left_out);
  field("races", it.races);
  field("uncontrolled", it.uncontrolled);
}

template <typename T>
struct is_vector : std::false_type {};
template <typename T>
struct is_vector<std::vector<T>> : std::true_type {};

template <typename T>
Json write(const T& value) {
  if constexpr (is_vector<T>::value) {
    Json array = Json::array();
    for (const auto& element : value) array.push_back(write(element));
    return array;
  } else if constexpr (std::is_class_v<T> && !std::is_same_v<T, std::string>) {
    Json object = Json::object();
    visit(value, [&object](const char* name, const auto& member) { object[name] = write(member); });
    return object;
  } else {
    return value;
  }
}

// Collects the first complaint; what cannot be read keeps its default.
class Reader {
 public:
  template <typename T>
  void read(const Json& json, const std::string& path, T& value) {
    if constexpr (is_vector<T>::value) {
      if (!json.is_array()) return complain(path, "an array");
      for (std::size_t i = 0; i < json.size(); ++i) {
        read(json[i], path + '[' + std::to_string(i) + ']', value.emplace_back());
      }
    } else if constexpr (std::is_same_v<T, std::string>) {
      json.is_string() ? void(value = json.get<std::string>()) : complain(path, "a string");
    } else if constexpr (std::is_same_v<T, bool>) {
      json.is_boolean() ? void(value = json.get<bool>()) : complain(path, "true or false");
    } else if constexpr (std::is_integral_v<T>) {
      read_number(json, path, value);
    } else {
      if (!json.is_object()) return complain(path, "an object");
      visit(value, [&](const char* name, auto& member) {
        if (const auto entry = json.find(name); entry != json.end()) read(*entry, path + '.' + name, member);
      });
    }
  }

  [[nodiscard]] const std::string& complaint() const { return complaint_; }

 private:
  template <typename T>
  void read_number(const Json& json, const std::string& path, T& value) {
    const bool fits =
        json.is_number_unsigned() && json.get<std::uint64_t>() <= std::uint64_t(std::numeric_limits<T>::max());
    fits ? void(value = json.get<T>()) : complain(path, "a number that is not negative and not too large");
  }

  void complain(const std::string& path, const char* wanted) {
    if (complaint_.empty()) complaint_ = path + " is not " + wanted;
  }

  std::string complaint_;
};

Error bad(const std::string& why) { return Error{Tier::environment, "finding.json cannot be read: " + why}; }

// Indices that reports follow.
bool indices_in_range(const Finding& finding) {
  const auto known = [&](std::uint32_t thread) { return thread < finding.threads.size(); };
  for (const auto& step : finding.steps) {
    if (!known(step.thread)) return false;
  }
  for (const auto& access : finding.accesses) {
    if (!known(access.thread)) return false;
  }
  for (const auto& link : finding.links) {
    if (link.from >= finding.steps.size() || link.to >= finding.steps.size()) return false;
  }
  for (const std::uint32_t step : finding.cause.steps) {
    if (step >= finding.steps.size()) return false;
  }
  return finding.threads.empty() || known(finding.thread);
}

}  // namespace

std::string to_json(const Finding& finding) {
  Json json = {{"format", kFormat}, {"schema", kSchema}};
  json.update(write(finding));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

Result<Finding> finding_from_json(const std::string& text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return bad("not valid JSON");
  if (!json.is_object() || !json.contains("format") || json["format"] != kFormat) return bad("not a finding of Sleave");
  if (!json.contains("schema") || !json["schema"].is_number_unsigned()) return bad("no schema number");
  if (json["schema"].get<std::uint64_t>() > kSchema) return bad("written by a newer version of Sleave");
  Finding finding;
  Reader reader;
  reader.read(json, "finding", finding);
  if (!reader.complaint().empty()) return bad(reader.complaint());
  if (!indices_in_range(finding)) return bad("an index is out of range");
  return finding;
}

}  // namespace sleave

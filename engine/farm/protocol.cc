#include "engine/farm/protocol.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

#include "abi/trace.h"
#include "engine/model/gaps/gap_json.h"

namespace sleave::farm {
namespace {

using nlohmann::json;

enum Column {
  kStatus,
  kState,
  kEpoch,
  kFacts,
  kThreads,
  kNewIds,
  kIds,
  kAttempts,
  kPayloads,
  kFree,
  kNodes,
  kIdle,
  kLeave,
  kLate,
  kSampleIds,
  kSamples,
  kIsWrong,
  kColumns
};

constexpr std::array kStatusNames = {"ok", "again", "epoch", "fenced", "threads", "gone"};

std::int64_t number_of(const std::string& text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string hex_of(const std::string& bytes) {
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

// [["gap", "..."], ["bound", "2 preemptions"], ...]
std::string notes_of(const SearchTotals& totals) {
  json notes = json::array();
  for (const json& gap : saved_gaps(totals.gaps)) notes.push_back({"gap", gap.dump()});
  for (const json& assumption : saved_assumptions(totals.assumptions))
    notes.push_back({"assumption", assumption.dump()});
  if (!totals.bound.empty()) notes.push_back({"bound", totals.bound});
  return notes.dump();
}

std::string findings_of(const std::vector<FarmFinding>& findings) {
  json list = json::array();
  for (const FarmFinding& finding : findings) {
    list.push_back({{"signature", finding.signature},
                    {"kind", finding.kind},
                    {"report", finding.report},
                    {"replay", hex_of(finding.replay)}});
  }
  return list.dump(-1, ' ', false, json::error_handler_t::replace);
}

// Those of the module, from 0.
std::vector<std::uint32_t> in_module(const std::vector<std::uint32_t>& edges, const MarkedModule& module) {
  std::vector<std::uint32_t> mine;
  for (const std::uint32_t edge : edges) {
    if (edge >= module.first && edge - module.first < module.count) mine.push_back(edge - module.first);
  }
  return mine;
}

// A bit for each edge of the module, the first one the highest of the first byte, as PostgreSQL counts them.
std::string bits_of(const std::vector<std::uint32_t>& edges, const MarkedModule& module) {
  std::string bytes((std::size_t{module.count} + 7) / 8, '\0');
  for (const std::uint32_t edge : in_module(edges, module))
    bytes[edge / 8] = static_cast<char>(static_cast<unsigned char>(bytes[edge / 8]) | 0x80u >> edge % 8);
  return bytes;
}

// As add_coverage of functions/coverage.sql takes them.
std::string modules_of(const EdgeNews& news) {
  json list = json::array();
  for (const MarkedModule& module : news.modules) {
    json inputs = json::array();  // [[1, [0, 7, 8]], [2, [3]], ...]: which input took what first
    for (std::size_t i = 0; i < news.inputs.size(); ++i) {
      const std::vector<std::uint32_t> mine = in_module(news.inputs[i].edges, module);
      if (!mine.empty()) inputs.push_back(json::array({i + 1, mine}));
    }
    list.push_back({{"path", module.path},
                    {"build_id", module.build_id},
                    {"place", module.first},
                    {"edges", module.count},
                    {"taken", hex_of(bits_of(news.edges, module))},
                    {"inputs", std::move(inputs)}});
  }
  return list.dump(-1, ' ', false, json::error_handler_t::replace);
}

Value inputs_of(const EdgeNews& news) {
  std::vector<std::vector<std::uint8_t>> contents;
  for (const EdgeNews::Input& input : news.inputs) contents.emplace_back(input.bytes.begin(), input.bytes.end());
  return Value::byte_arrays(contents);
}

Value numbers(const std::vector<std::uint64_t>& list) {
  std::vector<std::string> texts;
  for (const std::uint64_t number : list) texts.push_back(std::to_string(number));
  return Value::array(texts);
}

Threads threads_of(const std::string& text) {
  const std::vector<std::string> numbers = array_elements(text);
  Threads threads;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
    const std::int64_t parent = number_of(numbers[i]);
    threads.emplace_back(parent < 0 ? SLEAVE_NO_THREAD : static_cast<std::uint32_t>(parent),
                         static_cast<std::uint32_t>(number_of(numbers[i + 1])));
  }
  return threads;
}

// As PostgreSQL's bigint has it.
std::string signed_text(std::uint64_t hash) { return std::to_string(static_cast<std::int64_t>(hash)); }

Value signed_numbers(const std::vector<std::uint64_t>& hashes) {
  std::vector<std::string> texts;
  for (const std::uint64_t hash : hashes) texts.push_back(signed_text(hash));
  return Value::array(texts);
}

Error not_understood() {
  return {Tier::environment, "the farm's database gave an answer that this version does not understand"};
}

template <typename Text>
Value of_rows(const SyncRequest& request, const Text& text) {
  std::vector<std::string> texts;
  for (const SyncRequest::Row& row : request.rows) texts.push_back(text(row));
  return Value::array(texts);
}

}  // namespace

const char* const kSync =
    "SELECT * FROM farm.sync_v1($1::uuid, $2, $3::bigint, $4::int, $5::int, $6::interval, $7::bigint[], $8::bytea[], "
    "$9::int[], $10::float8[], $11::int[], $12::boolean[], $13::bigint[], $14, $15::float8, $16::bigint[], $17::jsonb, "
    "$18::jsonb, $19::int, $20::int, $21::bytea[], $22::int[], $23::bigint[], $24::bigint[], $25::bigint[], "
    "$26::bigint[], $27::int, $28::bigint[], $29::jsonb, $30::bytea[])";

const char* const kAdmitBuild = "SELECT farm.admit_v1($1::bigint, $2)";
const char* const kReproduce = "SELECT farm.reproduce_v1($1::bigint, $2, $3::bigint[])";
const char* const kLearn = "SELECT farm.learn_v1($1::uuid, $2::bigint, $3::int, $4, $5::bigint[], $6::bytea)";
const char* const kRelease = "SELECT farm.release_v1($1::uuid)";
const char* const kExpire = "SELECT farm.expire_v1($1::interval)";
const char* const kFinish = "SELECT farm.finish_v1($1::bigint)";
const char* const kBeginJob = "SELECT report, replay FROM farm.begin_job_v1($1::uuid, $2, $3::bigint, $4::interval)";
const char* const kKeepJob = "SELECT farm.keep_job_v1($1::uuid, $2::bigint, $3::interval)";
const char* const kLeaveJob = "SELECT farm.leave_job_v1($1::uuid, $2::bigint)";
const char* const kEndJob = "SELECT farm.end_job_v1($1::uuid, $2::bigint, $3, $4::bytea)";

Value value_of(const Threads& threads) {
  std::vector<std::string> numbers;
  for (const auto& [parent, ordinal] : threads) {
    numbers.push_back(parent == SLEAVE_NO_THREAD ? "-1" : std::to_string(parent));
    numbers.push_back(std::to_string(ordinal));
  }
  return Value::array(numbers);
}

std::vector<Value> values_of(const SyncRequest& request) {
  using Row = SyncRequest::Row;
  const SearchTotals& totals = request.totals;
  std::vector<std::vector<std::uint8_t>> bytes;
  for (const Row& row : request.rows) bytes.push_back(row.work.bytes);
  std::vector<std::vector<std::uint8_t>> samples;
  std::vector<std::uint64_t> sizes;
  std::vector<std::string> hashes;
  if (request.sampled) {
    samples.push_back(request.sampled->items);
    sizes.push_back(request.sampled->size);
    hashes.push_back(signed_text(request.sampled->hash));
  }
  std::vector<std::uint64_t> repeated;
  std::vector<std::string> results;
  for (const RepeatedItem& sample : request.repeated) {
    repeated.push_back(sample.id);
    results.push_back(sample.hash ? signed_text(*sample.hash) : "NULL");
  }
  return {request.token,
          request.node,
          request.campaign,
          request.epoch,
          request.seq,
          fmt::format("{} milliseconds", request.lease.count()),
          Value::array(request.removed),
          Value::byte_arrays(bytes),
          of_rows(request, [](const Row& row) { return std::to_string(row.work.items); }),
          of_rows(request, [](const Row& row) { return fmt::format("{:.17g}", row.work.weight); }),
          of_rows(request, [](const Row& row) { return std::to_string(row.attempts); }),
          of_rows(request, [](const Row& row) { return std::string(row.free ? "t" : "f"); }),
          numbers({totals.complete_runs, totals.blocked_runs, totals.deadlocked_classes, totals.failed_runs,
                   totals.beyond_bound, totals.made, totals.done}),
          totals.class_sum.text(),
          totals.weight,
          value_of(request.threads),
          notes_of(totals),
          findings_of(request.findings),
          request.want,
          request.cores,
          Value::byte_arrays(samples),
          numbers(sizes),
          Value::array(hashes),
          numbers(repeated),
          Value::array(results),
          numbers(request.held),
          request.repeat,
          signed_numbers(request.classes),
          modules_of(request.edges),
          inputs_of(request.edges)};
}

Result<SyncAnswer> sync_answer(const Answer& answer) {
  if (answer.rows.size() != 1 || answer.rows[0].size() != kColumns) return not_understood();
  const std::vector<std::string>& row = answer.rows[0];
  SyncAnswer read;
  const auto status = std::find(kStatusNames.begin(), kStatusNames.end(), row[kStatus]);
  if (status == kStatusNames.end()) return not_understood();
  read.status = static_cast<SyncAnswer::Status>(status - kStatusNames.begin());
  read.state = row[kState];
  read.epoch = number_of(row[kEpoch]);
  read.facts = row[kFacts];
  read.threads = threads_of(row[kThreads]);
  read.new_ids = array_elements(row[kNewIds]);
  const std::vector<std::string> ids = array_elements(row[kIds]);
  const std::vector<std::string> attempts = array_elements(row[kAttempts]);
  const std::vector<std::string> payloads = array_elements(row[kPayloads]);
  if (attempts.size() != ids.size() || payloads.size() != ids.size()) return not_understood();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    std::optional<std::vector<std::uint8_t>> bytes = bytes_of(payloads[i]);
    if (!bytes) return not_understood();
    read.claimed.push_back({ids[i], static_cast<int>(number_of(attempts[i])), std::move(*bytes)});
  }
  read.others = {number_of(row[kFree]), number_of(row[kNodes]), number_of(row[kIdle])};
  read.leave = row[kLeave] == "t";
  read.late = row[kLate] == "t";
  const std::vector<std::string> sample_ids = array_elements(row[kSampleIds]);
  const std::vector<std::string> samples = array_elements(row[kSamples]);
  if (samples.size() != sample_ids.size()) return not_understood();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    std::optional<std::vector<std::uint8_t>> bytes = bytes_of(samples[i]);
    if (!bytes) return not_understood();
    read.to_repeat.push_back({static_cast<std::uint64_t>(number_of(sample_ids[i])), std::move(*bytes)});
  }
  read.is_wrong = row[kIsWrong] == "t";
  return read;
}

void HeldRows::take_out(std::uint64_t piece, SyncRequest& request) {
  const auto row = rows_.find(piece);
  if (row == rows_.end()) return;
  request.removed.push_back(row->second);
  rows_.erase(row);
}

void HeldRows::put_into(SyncRequest& request, const SearchCut& cut) {
  new_pieces_.clear();
  for (const std::uint64_t piece : cut.removed) take_out(piece, request);
  for (const SavedWork& work : cut.kept) {
    take_out(work.id, request);
    new_pieces_.push_back(work.id);
    request.rows.push_back({.work = work, .free = false, .attempts = 0});
  }
  for (const SavedWork& work : cut.given) request.rows.push_back({.work = work, .free = true, .attempts = 0});
  request.totals = cut.totals;
  request.classes = cut.classes;
  request.edges = cut.edges;
  request.threads = cut.threads;
  if (!cut.sampled.empty()) request.sampled = sample_of(cut.sampled);
}

bool HeldRows::applied(const SyncAnswer& answer) {
  if (answer.new_ids.size() != new_pieces_.size()) return false;
  for (std::size_t i = 0; i < new_pieces_.size(); ++i) rows_[new_pieces_[i]] = answer.new_ids[i];
  new_pieces_.clear();
  return true;
}

}  // namespace sleave::farm

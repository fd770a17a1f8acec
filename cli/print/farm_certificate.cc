#include "cli/print/farm_certificate.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/print/farm_notes.h"
#include "cli/print/farm_status.h"
#include "engine/base/counted.h"
#include "engine/report/lines.h"

namespace sleave {
namespace {

using nlohmann::json;

constexpr int kVersion = 1;  // of the JSON

std::string why_not_by_state(const std::string& state) {
  if (state == "open") return "the search is not over";
  if (state == "found") return "a finding ended the search";
  if (state == "canceled") return "the search was canceled";
  if (state == "sampled") return "the campaign sampled: it is complete in no case";
  return "the search ended without being complete";
}

// All conditions of farm.finish_v1, and that the program is the one that was submitted.
std::vector<std::string> missing_of(const json& evidence, const FarmNotes& notes) {
  std::vector<std::string> missing;
  const auto need = [&](bool condition, std::string words) {
    if (!condition) missing.push_back(std::move(words));
  };
  const std::string state = evidence.at("state");
  const std::uint64_t open = farm_number(evidence, "open"), poisoned = farm_number(evidence, "poisoned");
  const std::uint64_t left = farm_number(evidence, "to_repeat"), different = evidence.at("differences").size();
  const auto ledger = evidence.at("ledger_difference").get<std::int64_t>();
  need(state == "complete", why_not_by_state(state));
  need(open == 0, fmt::format("{} open", counted(open, "item is", "items are")));
  need(poisoned == 0,
       fmt::format("{} ended five workers each", counted(poisoned, "part of the space", "parts of the space")));
  need(ledger == 0, fmt::format("the ledger is off by {}", ledger));
  need(farm_classes(evidence) != 0, "no class was run");
  for (const std::string& gap : notes.gaps) missing.push_back(gap);
  need(different == 0, fmt::format("{} between nodes", counted(different, "run differs", "runs differ")));
  need(left == 0, fmt::format("{} not repeated", counted(left, "sampled run was", "sampled runs were")));
  need(evidence.at("bundle_is_whole").get<bool>(), "the stored program is another one than was submitted");
  return missing;
}

// A farm searches under sequential consistency only: what C++20 allows beyond that was not run.
std::string claim_of(const FarmNotes& notes) {
  const std::string most = notes.bounds.empty() ? "" : fmt::format(" up to {}", fmt::join(notes.bounds, ", "));
  return "complete" + most + " under sequential consistency";
}

json certificate_of(const json& evidence, const FarmNotes& notes, const std::string& command) {
  json options = evidence.at("request");
  for (const char* name : {"program", "arguments", "directory", "bundle", "library_path", "reference", "version"})
    options.erase(name);
  const json& request = evidence.at("request");
  return {{"version", kVersion},
          {"campaign", evidence.at("id")},
          {"claim", claim_of(notes)},
          {"program", request.at("program")},
          {"arguments", request.at("arguments")},
          {"directory", request.at("directory")},
          {"bundle", request.at("bundle")},
          {"files", evidence.at("files")},
          {"build", evidence.at("build")},
          {"engine", evidence.at("engine")},
          {"options", options},
          {"classes", farm_classes(evidence)},
          {"complete_runs", evidence.at("complete_runs")},
          {"deadlocked_classes", evidence.at("deadlocked_classes")},
          {"failed_runs", evidence.at("failed_runs")},
          {"blocked_runs", evidence.at("blocked_runs")},
          {"beyond_bound", evidence.at("beyond_bound")},
          {"class_sum", evidence.at("class_sum")},
          {"findings", evidence.at("findings")},
          {"assumptions", notes.assumptions},
          {"audits",
           {{"repeated", evidence.at("repeated")},
            {"different", evidence.at("differences").size()},
            {"reference_runs", request.at("reference").size()}}},
          {"ledger",
           {{"made", evidence.at("made")},
            {"done", evidence.at("done")},
            {"open", evidence.at("open")},
            {"difference", evidence.at("ledger_difference")}}},
          {"epochs", evidence.at("epoch")},
          {"nodes", evidence.at("workers")},
          {"submitted", evidence.at("submitted")},
          {"finished", evidence.at("finished")},
          {"seconds", evidence.at("seconds")},
          {"check", command}};
}

std::string row(const char* name, const std::string& value) { return fmt::format("  {:<11} {}\n", name, value); }

std::string lines_of(const json& certificate) {
  std::string program = certificate.at("program");
  for (const json& argument : certificate.at("arguments")) program += " " + shell_word(argument.get<std::string>());
  const json& audits = certificate.at("audits");
  const json& ledger = certificate.at("ledger");
  std::string lines = fmt::format("Certificate of campaign {}: {}\n", farm_number(certificate, "campaign"), program);
  lines +=
      row("claim",
          fmt::format("{}: {}, each run once; {} deadlocked, {} failed", certificate.at("claim").get<std::string>(),
                      counted(farm_number(certificate, "classes"), "class", "classes"),
                      farm_number(certificate, "deadlocked_classes"), farm_number(certificate, "failed_runs")));
  lines += row("class sum", certificate.at("class_sum"));
  lines += row("bundle", fmt::format("{} ({})", certificate.at("bundle").get<std::string>(),
                                     counted(farm_number(certificate, "files"), "file")));
  lines += row("engine", certificate.at("engine"));
  lines += row("ledger", fmt::format("{} made and done, 0 open; {}", counted(farm_number(ledger, "done"), "item"),
                                     counted(farm_number(certificate, "blocked_runs"), "redundant run")));
  lines += row("audits", fmt::format("{}, all equal; {} reproduced by each node",
                                     counted(farm_number(audits, "repeated"), "run was repeated", "runs were repeated"),
                                     counted(farm_number(audits, "reference_runs"), "reference run")));
  lines += row("nodes", fmt::format("{}, {}", certificate.at("nodes").size(),
                                    counted(farm_number(certificate, "epochs"), "epoch")));
  lines +=
      row("time", fmt::format("{} to {}, {:.0f} s", certificate.at("submitted").get<std::string>(),
                              certificate.at("finished").get<std::string>(), certificate.at("seconds").get<double>()));
  for (const json& words : certificate.at("assumptions")) lines += row("assumption", words);
  for (const json& finding : certificate.at("findings")) {
    lines +=
        row("finding", fmt::format("{}: {}", farm_number(finding, "id"), finding.at("signature").get<std::string>()));
  }
  lines += "  check it on one machine, for the same counts and class sum:\n    " +
           certificate.at("check").get<std::string>() + "\n";
  return lines;
}

}  // namespace

Result<FarmCertificate> farm_certificate(const std::string& text, const std::string& command) {
  const Error damaged{Tier::environment, "the farm's database gave an answer that this version does not understand"};
  const json evidence = json::parse(text, nullptr, false);
  if (!evidence.is_object()) return damaged;
  try {
    const FarmNotes notes = farm_notes(evidence.at("notes"));
    FarmCertificate made{.missing = missing_of(evidence, notes), .json = "", .lines = ""};
    if (!made.missing.empty()) return made;
    const json certificate = certificate_of(evidence, notes, command);
    made.json = certificate.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
    made.lines = lines_of(certificate);
    return made;
  } catch (const json::exception&) {
    return damaged;
  }
}

}  // namespace sleave

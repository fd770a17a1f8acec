#include "engine/report/html/sources.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "engine/base/file.h"
#include "engine/base/sha256.h"
#include "engine/find/symbols/code_origin.h"

namespace sleave {
namespace {

constexpr std::size_t kLargestFile = 8u << 20;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::stringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The files of files_shown() that are there, whole.
std::map<std::string, std::string> texts_of(const Finding& finding, const std::vector<std::string>& folders) {
  std::map<std::string, std::string> texts;
  for (const std::string& file : files_shown(finding)) {
    for (const std::string& folder : folders) {
      const std::filesystem::path path = std::filesystem::path(folder) / file;  // `file` alone, if it is absolute
      std::error_code problem;
      if (!std::filesystem::is_regular_file(path, problem)) continue;
      if (std::filesystem::file_size(path, problem) > kLargestFile) continue;
      const Result<std::string> text = read_file(path.string());
      if (!text) continue;
      texts[file] = *text;
      break;
    }
  }
  return texts;
}

}  // namespace

std::vector<std::string> files_shown(const Finding& finding) {
  std::vector<std::string> files;
  const auto add = [&](const Frame& frame) {
    if (frame.line == 0 || std::find(files.begin(), files.end(), frame.file) != files.end()) return;
    files.push_back(frame.file);
  };
  for (const FindingStep& step : finding.steps) add(step.where);
  if (const Frame* frame = innermost_own(finding.stack); frame != nullptr) add(*frame);
  return files;
}

std::map<std::string, std::string> hash_sources(const Finding& finding, const std::vector<std::string>& folders) {
  std::map<std::string, std::string> hashes;
  for (const auto& [file, text] : texts_of(finding, folders)) hashes[file] = sha256(text);
  return hashes;
}

Sources read_sources(const Finding& finding, const std::vector<std::string>& folders) {
  Sources sources;
  for (const auto& [file, text] : texts_of(finding, folders)) sources[file] = lines_of(text);
  return sources;
}

}  // namespace sleave

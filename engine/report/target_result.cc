#include "engine/report/target_result.h"

#include "engine/report/lines.h"

namespace sleave {

std::string program_name(const std::string& program) {
  const std::size_t slash = program.rfind('/');
  return slash == std::string::npos ? program : program.substr(slash + 1);
}

std::string finding_sentence(const Finding& finding) {
  if (!finding.explanation.empty()) return finding.explanation;
  return finding.message.empty() ? finding.title : finding.message;
}

std::string replay_command(const std::string& folder) {
  return folder.empty() ? "" : "sleave replay " + shell_word(folder);
}

std::string replay_command(const StoredFinding& stored) { return replay_command(stored.folder); }

}  // namespace sleave

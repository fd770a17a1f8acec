#include "engine/inputs/corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "engine/base/file.h"

namespace sleave {
namespace {

namespace fs = std::filesystem;

// Of the folder that instances of AFL++ share: ours, and where each has its inputs.
constexpr const char* kInstance = "sleave";
constexpr const char* kQueue = "queue";

// Names of a size and of the bytes that it counts.
constexpr std::pair<const char*, const char*> kForms[] = {{"size", "data"}, {"stdin_size", "stdin"}};

std::uint64_t hash_bytes(std::uint64_t hash, std::string_view bytes) {
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return hash;
}

// Of the first input with this text that the main thread asks for: abi/trace.h.
std::uint64_t name_of(const char* text) {
  const std::uint64_t hash = hash_bytes(0xcbf29ce484222325, std::string_view(text, std::strlen(text) + 1));
  return hash_bytes(hash, std::string_view("\0\0\0\0", 4));
}

Plan::Input input_of(const char* text, std::string_view content) {
  Plan::Input input{.name = name_of(text), .bytes = {}};
  const auto* bytes = reinterpret_cast<const std::byte*>(content.data());
  input.bytes.assign(bytes, bytes + content.size());
  return input;
}

// The program takes those that it asks for. A size in fewer bytes is the lower ones.
std::vector<Plan::Input> inputs_of(const std::string& content) {
  std::vector<Plan::Input> inputs;
  std::string size(4, '\0');
  for (std::size_t i = 0; i < size.size(); ++i) size[i] = static_cast<char>(content.size() >> 8 * i & 0xff);
  for (const auto& [size_text, text] : kForms) {
    inputs.push_back(input_of(size_text, size));
    inputs.push_back(input_of(text, content));
  }
  std::sort(inputs.begin(), inputs.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return inputs;
}

bool has_queue(const fs::path& instance) {
  std::error_code no_folder;
  return fs::is_directory(instance / kQueue, no_folder);
}

std::string name_of_content(const std::string& bytes) {
  return fmt::format("{:016x}{:016x}", hash_bytes(0xcbf29ce484222325, bytes), hash_bytes(0x84222325cbf29ce4, bytes));
}

const sleave_trace_input* find_input(const Trace& trace, const char* text) {
  const std::uint64_t name = name_of(text);
  const auto found = std::find_if(trace.inputs.begin(), trace.inputs.end(),
                                  [&](const sleave_trace_input& input) { return input.name == name; });
  return found != trace.inputs.end() ? &*found : nullptr;
}

}  // namespace

Result<Corpus> Corpus::open(const std::string& folder) {
  if (const Status made = make_folder(folder); !made) return made.error();
  Corpus corpus(folder);
  if (const Status looked = corpus.look_for_queues(); !looked) return looked.error();
  const Result<std::vector<std::string>> paths = corpus.new_files();
  if (!paths) return paths.error();
  corpus.inputs_ = corpus.added_from(*paths);
  return corpus;
}

Status Corpus::look_for_queues() {
  std::error_code problem;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, problem))
    has_queues_ = has_queues_ || has_queue(entry.path());
  if (problem) return Error{Tier::environment, "cannot read " + folder_ + ": " + problem.message()};
  if (!has_queues_) return ok();
  const fs::path own = fs::path(folder_) / kInstance / kQueue;
  if (const Status made = make_folder(own.parent_path().string()); !made) return made;
  if (const Status made = make_folder(own.string()); !made) return made;
  for (const fs::directory_entry& entry : fs::directory_iterator(own, problem)) next_id_ += entry.exists() ? 1 : 0;
  return ok();
}

Result<std::vector<std::string>> Corpus::new_files() {
  std::vector<fs::path> folders{folder_};
  std::error_code problem;
  if (has_queues_) {
    folders.clear();
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_, problem)) {
      if (has_queue(entry.path())) folders.push_back(entry.path() / kQueue);
    }
  }
  std::vector<std::string> paths;
  for (const fs::path& folder : folders) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, problem)) {
      std::string path = entry.path().string();
      if (paths_.contains(path) || entry.path().filename().string().starts_with('.')) continue;
      std::error_code unreadable;
      if (entry.is_regular_file(unreadable)) paths.push_back(std::move(path));
    }
  }
  if (problem) return Error{Tier::environment, "cannot read " + folder_ + ": " + problem.message()};
  std::sort(paths.begin(), paths.end());
  return paths;
}

// What another tool is writing now is read when it has grown no more: an empty file is looked at again.
std::vector<std::vector<Plan::Input>> Corpus::added_from(const std::vector<std::string>& paths) {
  std::vector<std::vector<Plan::Input>> inputs;
  for (const std::string& path : paths) {
    const Result<std::string> content = read_file(path);
    if (!content) continue;
    if (!content->empty()) paths_.insert(path);
    if (known_.insert(name_of_content(*content)).second) inputs.push_back(inputs_of(*content));
  }
  return inputs;
}

std::vector<std::vector<Plan::Input>> Corpus::added() {
  const Result<std::vector<std::string>> paths = new_files();
  if (!paths) return {};
  return added_from(*paths);
}

Status Corpus::keep(const Trace& trace) {
  const std::optional<std::string> bytes = corpus_bytes(trace);
  return bytes ? keep(*bytes) : ok();
}

Status Corpus::keep(const std::string& bytes) {
  const std::string name = name_of_content(bytes);
  if (!known_.insert(name).second) return ok();
  const std::string path = has_queues_
                               ? fmt::format("{}/{}/{}/id:{:06},orig:{}", folder_, kInstance, kQueue, next_id_++, name)
                               : folder_ + "/" + name;
  paths_.insert(path);
  std::error_code problem;
  return fs::exists(path, problem) ? ok() : replace_file(path, bytes);
}

std::optional<std::string> corpus_bytes(const Trace& trace) {
  for (const auto& [size_text, text] : kForms) {
    if (find_input(trace, size_text) == nullptr) continue;
    const sleave_trace_input* data = find_input(trace, text);
    if (data == nullptr) return std::string();  // none were asked for
    if (data->first > trace.input_bytes.size() || data->bytes > trace.input_bytes.size() - data->first) break;
    const auto* bytes = reinterpret_cast<const char*>(trace.input_bytes.data()) + data->first;
    return std::string(bytes, data->bytes);
  }
  return std::nullopt;
}

}  // namespace sleave

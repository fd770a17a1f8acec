#include "engine/strategy/shared/path_item.h"

#include <cstddef>

namespace sleave {
namespace {

class Writer {
 public:
  void number(std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
  void bytes(std::span<const std::byte> more) {
    for (const std::byte byte : more) bytes_.push_back(std::to_integer<std::uint8_t>(byte));
  }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

// Of bytes from anywhere: once something is missing, all that follows is 0 or empty, and good() is false.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  std::uint64_t number(std::size_t size) {
    std::uint64_t value = 0;
    if (!has(size)) return 0;
    for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t{bytes_[at_ + i]} << (8 * i);
    at_ += size;
    return value;
  }
  // A number of entries that take so many bytes at least.
  std::uint64_t count(std::size_t each) {
    const std::uint64_t value = number(4);
    return good_ && value <= (bytes_.size() - at_) / each ? value : fail();
  }
  std::vector<std::byte> bytes(std::uint64_t size) {
    std::vector<std::byte> taken;
    if (!has(size)) return taken;
    for (std::uint64_t i = 0; i < size; ++i) taken.push_back(static_cast<std::byte>(bytes_[at_ + i]));
    at_ += size;
    return taken;
  }
  [[nodiscard]] bool ended() const { return good_ && at_ == bytes_.size(); }

 private:
  bool has(std::uint64_t size) { return good_ = good_ && bytes_.size() - at_ >= size; }
  std::uint64_t fail() {
    good_ = false;
    return 0;
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool good_ = true;
};

constexpr std::size_t kThread = 8;  // bytes
constexpr std::size_t kInput = 12;  // without its content
constexpr std::size_t kSeed = 4;    // without its inputs

void write(Writer& writer, const std::vector<Plan::Input>& inputs) {
  writer.number(inputs.size(), 4);
  for (const Plan::Input& input : inputs) {
    writer.number(input.name, 8);
    writer.number(input.bytes.size(), 4);
    writer.bytes(input.bytes);
  }
}

void write(Writer& writer, const Seeds& seeds) {
  writer.number(seeds.size(), 4);
  for (const std::vector<Plan::Input>& seed : seeds) write(writer, seed);
}

std::vector<Plan::Input> read_inputs(Reader& reader) {
  std::vector<Plan::Input> inputs;
  for (std::uint64_t left = reader.count(kInput); left != 0; --left) {
    Plan::Input& input = inputs.emplace_back();
    input.name = reader.number(8);
    input.bytes = reader.bytes(reader.number(4));
  }
  return inputs;
}

Seeds read_seeds(Reader& reader) {
  Seeds seeds;
  for (std::uint64_t left = reader.count(kSeed); left != 0; --left) seeds.push_back(read_inputs(reader));
  return seeds;
}

}  // namespace

std::vector<std::uint8_t> bytes_of(const Seeds& seeds) {
  Writer writer;
  write(writer, seeds);
  return writer.take();
}

std::optional<Seeds> seeds_of(std::span<const std::uint8_t> bytes) {
  Reader reader(bytes);
  Seeds seeds = read_seeds(reader);
  if (!reader.ended()) return std::nullopt;
  return seeds;
}

std::vector<std::uint8_t> bytes_of(const PathItem& item) {
  Writer writer;
  writer.number(item.schedule, 8);
  writer.number(item.bound, 8);
  writer.number(item.prefix, 8);
  writer.number(item.threads.size(), 4);
  for (const auto& [parent, ordinal] : item.threads) {
    writer.number(parent, 4);
    writer.number(ordinal, 4);
  }
  write(writer, item.inputs);
  write(writer, item.seeds);
  write(writer, item.solved ? Seeds{*item.solved} : Seeds());
  return writer.take();
}

std::optional<PathItem> path_item_of(std::span<const std::uint8_t> bytes) {
  Reader reader(bytes);
  PathItem item;
  item.schedule = reader.number(8);
  item.bound = reader.number(8);
  item.prefix = reader.number(8);
  for (std::uint64_t left = reader.count(kThread); left != 0; --left) {
    const auto parent = static_cast<std::uint32_t>(reader.number(4));
    item.threads.emplace_back(parent, static_cast<std::uint32_t>(reader.number(4)));
  }
  item.inputs = read_inputs(reader);
  item.seeds = read_seeds(reader);
  Seeds solved = read_seeds(reader);
  if (!reader.ended() || solved.size() > 1) return std::nullopt;
  if (!solved.empty()) item.solved = std::move(solved.front());
  return item;
}

}  // namespace sleave

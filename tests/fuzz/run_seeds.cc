// run_seeds FOLDER [CHANGES]: a fuzz target without a fuzzer. Runs every file of the folder, some of its beginnings,
// and CHANGES random changes of each, the same ones every time.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "engine/base/rng.h"
#include "tests/fuzz/check.h"

namespace {

using Bytes = std::vector<unsigned char>;

constexpr int kBeginnings = 64;

Bytes content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// One to four bytes become others; now and then a piece goes, or comes twice.
Bytes changed(Bytes bytes, sleave::Rng& rng) {
  if (bytes.empty()) return {static_cast<unsigned char>(rng.next())};
  for (std::uint64_t left = 1 + rng.below(4); left != 0; --left) {
    const std::size_t place = rng.below(bytes.size());
    const unsigned char interesting[] = {0, 1, 0x7f, 0x80, 0xff, static_cast<unsigned char>(rng.next())};
    bytes[place] = interesting[rng.below(std::size(interesting))];
  }
  const std::size_t from = rng.below(bytes.size());
  const std::size_t to = std::min(bytes.size(), from + 1 + rng.below(16));
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(from),
             end = bytes.begin() + static_cast<std::ptrdiff_t>(to);
  if (rng.below(4) == 0) {
    bytes.erase(begin, end);
  } else if (rng.below(4) == 0) {
    const Bytes piece(begin, end);
    bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(rng.below(bytes.size() + 1)), piece.begin(), piece.end());
  }
  return bytes;
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return 2;
  const std::uint64_t changes = count > 2 ? std::strtoull(words[2], nullptr, 10) : 500;
  std::vector<std::filesystem::path> seeds;
  for (const auto& entry : std::filesystem::directory_iterator(words[1])) seeds.push_back(entry.path());
  std::sort(seeds.begin(), seeds.end());
  std::uint64_t runs = 0;
  const auto run = [&](const Bytes& bytes) {
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    ++runs;
  };
  sleave::Rng rng(1);
  for (const std::filesystem::path& seed : seeds) {
    const Bytes whole = content(seed);
    run(whole);
    for (int i = 0; i < kBeginnings; ++i) {
      run(Bytes(whole.begin(),
                whole.begin() + static_cast<std::ptrdiff_t>(whole.size() * static_cast<std::size_t>(i) / kBeginnings)));
    }
    for (std::uint64_t i = 0; i < changes; ++i) run(changed(whole, rng));
  }
  std::cout << seeds.size() << " seeds, " << runs << " runs\n";
  return seeds.empty() ? 1 : 0;
}

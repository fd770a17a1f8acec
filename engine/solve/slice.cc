#include "engine/solve/slice.h"

#include <cstdint>
#include <unordered_map>

namespace sleave::solve {
namespace {

// Sets of bytes that some path constraint ties together.
class Ties {
 public:
  std::uint32_t leader(std::uint32_t byte) {
    std::uint32_t at = byte;
    for (auto place = parents_.find(at); place != parents_.end() && place->second != at; place = parents_.find(at)) {
      const auto above = parents_.find(place->second);
      if (above != parents_.end()) place->second = above->second;  // shorter for the next who asks
      at = place->second;
    }
    return at;
  }

  void tie(std::uint32_t a, std::uint32_t b) { parents_[leader(a)] = leader(b); }

 private:
  std::unordered_map<std::uint32_t, std::uint32_t> parents_;
};

}  // namespace

std::vector<expr::Expr> slice(expr::Inputs& inputs, std::span<const expr::Expr> holding, expr::Expr wanted) {
  Ties ties;
  const auto tie_all = [&](expr::Expr path_constraint) {
    const expr::Inputs::Set& bytes = inputs.of(path_constraint);
    for (const std::uint32_t byte : bytes) ties.tie(byte, bytes.front());
  };
  tie_all(wanted);
  for (const expr::Expr path_constraint : holding) tie_all(path_constraint);

  std::vector<expr::Expr> relevant;
  if (inputs.of(wanted).empty()) return relevant;
  const std::uint32_t leader = ties.leader(inputs.of(wanted).front());
  for (const expr::Expr path_constraint : holding) {
    const expr::Inputs::Set& bytes = inputs.of(path_constraint);
    if (!bytes.empty() && ties.leader(bytes.front()) == leader) relevant.push_back(path_constraint);
  }
  return relevant;
}

}  // namespace sleave::solve

#include "engine/strategy/taken_edges.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>

#include "engine/inputs/corpus.h"

namespace sleave {
namespace {

// What a lost run left in its trace is not the program's.
bool shows_nothing(const Trace& trace) {
  return trace.outcome() == SLEAVE_OUTCOME_damaged || trace.outcome() == SLEAVE_OUTCOME_refused;
}

MarkedModule marked(const sleave_trace_module& module) {
  MarkedModule named{.path = std::string(module.path, ::strnlen(module.path, sizeof module.path)),
                     .build_id = "",
                     .first = module.first_edge,
                     .count = module.edge_count};
  for (std::size_t i = 0; i < std::min<std::size_t>(module.build_id_bytes, sizeof module.build_id); ++i)
    named.build_id += fmt::format("{:02x}", module.build_id[i]);
  return named;
}

}  // namespace

// A run may have loaded more modules than those before it.
void TakenEdges::learn(std::size_t edges, const std::vector<sleave_trace_module>& modules) {
  if (edges <= seen_.size()) return;
  seen_.resize(edges);
  modules_ = modules;
}

void TakenEdges::add(const Trace& trace) {
  if (trace.edges.empty() || shows_nothing(trace)) return;
  learn(trace.edges.size(), trace.modules);
  const std::size_t known = news_.edges.size();
  for (std::size_t i = 0; i < trace.edges.size(); ++i) {
    if (trace.edges[i] == 0 || seen_[i] != 0) continue;
    seen_[i] = 1;
    news_.edges.push_back(static_cast<std::uint32_t>(i));
  }
  if (news_.edges.size() == known || trace.outcome() == SLEAVE_OUTCOME_excluded) return;
  std::optional<std::string> bytes = corpus_bytes(trace);
  if (!bytes) return;
  const auto fresh = news_.edges.begin() + static_cast<std::ptrdiff_t>(known);
  news_.inputs.push_back({std::move(*bytes), {fresh, news_.edges.end()}});
}

void TakenEdges::add(const TakenEdges& later) {
  learn(later.seen_.size(), later.modules_);
  const auto is_new = [this](std::uint32_t edge) { return seen_[edge] == 0; };
  // No two of them have an edge in common.
  for (const EdgeNews::Input& input : later.news_.inputs) {
    std::vector<std::uint32_t> fresh;
    std::copy_if(input.edges.begin(), input.edges.end(), std::back_inserter(fresh), is_new);
    if (!fresh.empty()) news_.inputs.push_back({input.bytes, std::move(fresh)});
  }
  std::copy_if(later.news_.edges.begin(), later.news_.edges.end(), std::back_inserter(news_.edges), is_new);
  for (const std::uint32_t edge : later.news_.edges) seen_[edge] = 1;
}

EdgeNews TakenEdges::take() {
  EdgeNews news = std::exchange(news_, {});
  if (news.edges.empty()) return news;
  for (const sleave_trace_module& module : modules_) {
    if (module.edge_count != 0) news.modules.push_back(marked(module));
  }
  return news;
}

}  // namespace sleave

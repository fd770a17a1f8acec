#include "engine/strategy/dpor/graph/graph_bytes.h"
#include "engine/strategy/dpor/graph/sequential.h"
#include "tests/fuzz/check.h"

int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t bytes) {
  using namespace sleave;
  constexpr std::size_t kThreads = 16;
  std::optional<graph::Graph> graph = graph::graph_from_bytes({data, bytes}, kThreads);
  if (!graph) return 0;
  RecycledVector<std::uint8_t> written;
  graph::append_bytes(*graph, written);
  const std::optional<graph::Graph> again = graph::graph_from_bytes({written.data(), written.size()}, kThreads);
  FUZZ_CHECK(again.has_value());
  RecycledVector<std::uint8_t> twice;
  graph::append_bytes(*again, twice);
  FUZZ_CHECK(written == twice);
  graph::EventIds order;
  if (graph::SequentialConsistency().linearize(*graph, order)) graph->renew_clocks(order);
  return 0;
}

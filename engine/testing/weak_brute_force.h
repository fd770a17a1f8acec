// For tests: all executions of a weak_program.h that a memory model allows, one event after another with every source
// and every place. The model is written down here once more, from the text of the standard and of the RC11 paper, on
// operations instead of graph events, with sets of pairs.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/testing/weak_program.h"

namespace sleave::graph::test::weak {

enum class Model { sequential, cpp20, rc11 };

class Judge {
 public:
  using Pairs = std::vector<std::vector<bool>>;

  explicit Judge(const Machine& machine) : machine_(machine), all_(machine.done()), n_(all_.size()) {
    sequenced_ = pairs([&](std::size_t a, std::size_t b) {
      return all_[a].name.thread == all_[b].name.thread && all_[a].name.place < all_[b].name.place;
    });
    reads_from_ = pairs([&](std::size_t a, std::size_t b) { return all_[b].reads && all_[b].source == all_[a].name; });
    modified_ = pairs([&](std::size_t a, std::size_t b) {
      return same_location(a, b) && all_[a].writes && all_[b].writes && place(a) < place(b);
    });
    from_read_ = pairs([&](std::size_t a, std::size_t b) {
      return same_location(a, b) && all_[a].reads && all_[b].writes && a != b && source_place(a) < place(b);
    });
  }

  bool allows(Model model) const {
    if (!updates_are_atomic()) return false;
    if (model == Model::sequential) return !cycle(either({sequenced_, reads_from_, modified_, from_read_}));
    const Pairs happens = closed(either({sequenced_, synchronizes()}));
    const Pairs coherence = closed(either({reads_from_, modified_, from_read_}));
    for (std::size_t i = 0; i < n_; ++i) {
      if (happens[i][i] || coherence[i][i]) return false;
      for (std::size_t j = 0; j < n_; ++j) {
        if (happens[i][j] && coherence[j][i]) return false;
      }
    }
    return model == Model::cpp20 ? has_total_order(happens, coherence) : is_psc_acyclic(happens, coherence);
  }

 private:
  template <typename Related>
  [[nodiscard]] Pairs pairs(Related related) const {
    Pairs made(n_, std::vector<bool>(n_));
    for (std::size_t a = 0; a < n_; ++a) {
      for (std::size_t b = 0; b < n_; ++b) made[a][b] = a != b && related(a, b);
    }
    return made;
  }
  [[nodiscard]] Pairs either(const std::vector<Pairs>& of) const {
    return pairs([&](std::size_t a, std::size_t b) {
      return std::any_of(of.begin(), of.end(), [&](const Pairs& one) { return one[a][b]; });
    });
  }
  [[nodiscard]] Pairs closed(Pairs of) const {
    for (std::size_t k = 0; k < n_; ++k) {
      for (std::size_t a = 0; a < n_; ++a) {
        for (std::size_t b = 0; b < n_; ++b) of[a][b] = of[a][b] || (of[a][k] && of[k][b]);
      }
    }
    return of;
  }
  [[nodiscard]] bool cycle(const Pairs& of) const {
    const Pairs all = closed(of);
    for (std::size_t i = 0; i < n_; ++i) {
      if (all[i][i]) return true;
    }
    return false;
  }
  [[nodiscard]] Pairs then(const Pairs& first, const Pairs& second) const {
    Pairs made(n_, std::vector<bool>(n_));
    for (std::size_t a = 0; a < n_; ++a) {
      for (std::size_t k = 0; k < n_; ++k) {
        for (std::size_t b = 0; first[a][k] && b < n_; ++b) made[a][b] = made[a][b] || second[k][b];
      }
    }
    return made;
  }

  [[nodiscard]] bool same_location(std::size_t a, std::size_t b) const {
    return !all_[a].is_fence && !all_[b].is_fence && all_[a].x == all_[b].x;
  }
  [[nodiscard]] std::size_t place_of(std::uint64_t x, const Name& name) const {
    if (name == kInitialStore) return 0;
    const std::vector<Name>& names = machine_.modifications(x);
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin()) + 1;
  }
  [[nodiscard]] std::size_t place(std::size_t a) const { return place_of(all_[a].x, all_[a].name); }
  [[nodiscard]] std::size_t source_place(std::size_t a) const { return place_of(all_[a].x, all_[a].source); }

  [[nodiscard]] bool updates_are_atomic() const {
    for (std::size_t a = 0; a < n_; ++a) {
      if (all_[a].reads && all_[a].writes && place(a) != source_place(a) + 1) return false;
    }
    return true;
  }

  [[nodiscard]] bool is_sequential(std::size_t a) const {
    return !all_[a].is_object && all_[a].order == MemoryOrder::seq_cst;
  }
  [[nodiscard]] bool is_sequential_fence(std::size_t a) const { return all_[a].is_fence && is_sequential(a); }

  // [atomics.order]/2, [atomics.fences]: a release of a store's sequence with an acquire of who reads from it.
  [[nodiscard]] Pairs synchronizes() const {
    return pairs([&](std::size_t a, std::size_t b) {
      for (std::size_t head = 0; head < n_; ++head) {
        const bool by_store = a == head && all_[a].writes && releases(all_[a].order);
        const bool by_fence = all_[a].is_fence && releases(all_[a].order) && sequenced_[a][head] && all_[head].writes;
        if (!by_store && !by_fence) continue;
        for (std::size_t read = 0; read < n_; ++read) {
          const bool by_load = b == read && all_[b].reads && acquires(all_[b].order);
          const bool by_later = all_[b].is_fence && acquires(all_[b].order) && sequenced_[read][b] && all_[read].reads;
          if ((by_load || by_later) && head != read && reads_sequence(read, head)) return true;
        }
      }
      return false;
    });
  }

  // Whether `read` reads `head` or an update in its release sequence.
  [[nodiscard]] bool reads_sequence(std::size_t read, std::size_t head) const {
    Name from = all_[read].source;
    while (from != kInitialStore) {
      if (from == all_[head].name) return true;
      const auto store = std::find_if(all_.begin(), all_.end(), [&](const Done& done) { return done.name == from; });
      if (!store->reads) return false;
      from = store->source;
    }
    return false;
  }

  // [intro.races]/12 and [atomics.order]/4.
  [[nodiscard]] bool has_total_order(const Pairs& happens, const Pairs& coherence) const {
    const Pairs edges = synchronizes();
    const Pairs between =
        pairs([&](std::size_t a, std::size_t b) { return edges[a][b] && is_sequential(a) && is_sequential(b); });
    const Pairs strongly = closed(either({sequenced_, between, then(then(sequenced_, happens), sequenced_)}));
    return !cycle(pairs([&](std::size_t a, std::size_t b) {
      if (!is_sequential(a) || !is_sequential(b)) return false;
      if (strongly[a][b]) return true;
      for (std::size_t first = 0; first < n_; ++first) {
        if (!(all_[a].is_fence ? happens[a][first] : first == a)) continue;
        for (std::size_t last = 0; last < n_; ++last) {
          if (!(all_[b].is_fence ? happens[last][b] : last == b)) continue;
          if (coherence[first][last]) return true;
        }
      }
      return false;
    }));
  }

  // Here an update is two events: 2a reads, 2a+1 writes.
  [[nodiscard]] bool is_psc_acyclic(const Pairs& happens, const Pairs& coherence) const;

  const Machine& machine_;
  const std::vector<Done>& all_;
  std::size_t n_;
  Pairs sequenced_;
  Pairs reads_from_;
  Pairs modified_;
  Pairs from_read_;
};

// Of an update both halves are taken as the whole here, which is coarser than the paper only inside the update.
inline bool Judge::is_psc_acyclic(const Pairs& happens, const Pairs& coherence) const {
  const Pairs elsewhere = pairs([&](std::size_t a, std::size_t b) { return sequenced_[a][b] && !same_location(a, b); });
  const Pairs at_home = pairs([&](std::size_t a, std::size_t b) { return happens[a][b] && same_location(a, b); });
  const Pairs basis = either({sequenced_, then(then(elsewhere, happens), elsewhere), at_home, modified_, from_read_});
  const Pairs around = either({happens, then(then(happens, coherence), happens)});
  return !cycle(pairs([&](std::size_t a, std::size_t b) {
    if (!is_sequential(a) || !is_sequential(b)) return false;
    if (is_sequential_fence(a) && is_sequential_fence(b) && around[a][b]) return true;
    for (std::size_t first = 0; first < n_; ++first) {
      if (first != a && !(is_sequential_fence(a) && happens[a][first])) continue;
      for (std::size_t last = 0; last < n_; ++last) {
        if (last != b && !(is_sequential_fence(b) && happens[last][b])) continue;
        if (first != last ? basis[first][last] : false) return true;
      }
    }
    return false;
  }));
}

struct Executions {
  std::set<std::string> complete;
  std::set<std::string> blocked;  // a thread waits for good
  bool too_many = false;
};

inline Executions enumerate(const Program& program, Model model, std::size_t most) {
  Executions all;
  std::set<std::string> seen;
  std::vector<Machine> open{Machine(program)};
  while (!open.empty() && !all.too_many) {
    const Machine machine = std::move(open.back());
    open.pop_back();
    bool moved = false;
    for (std::size_t thread = 0; thread < machine.threads(); ++thread) {
      if (machine.ended(thread)) continue;
      const std::size_t stores = machine.has_location(thread) ? machine.stores(machine.next(thread).x) : 0;
      const std::size_t first = machine.is_object(thread) ? stores : 0;
      for (std::size_t position = first; position <= stores; ++position) {
        if (!machine.can_take(thread, position)) continue;
        moved = true;
        Machine next = machine;
        next.run(thread, position);
        if (Judge(next).allows(model) && seen.insert(next.class_name()).second) open.push_back(std::move(next));
      }
    }
    if (!moved && !machine.is_redundant())
      (machine.complete() ? all.complete : all.blocked).insert(machine.orbit_name());
    all.too_many = seen.size() > most;
  }
  return all;
}

}  // namespace sleave::graph::test::weak

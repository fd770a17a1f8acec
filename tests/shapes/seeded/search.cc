// Two operations on any structure within the bounds, with any keys: search.cc is compiled once for each structure.
// With -DREPAIRED one lock is held for each operation.
#include <cstring>
#include <thread>

#include STRUCTURE

int main(int, char** words) {
  const Row* row = nullptr;
  for (const Row& each : kRows) {
    if (std::strcmp(each.name, words[1]) == 0) row = &each;
  }
  if (row == nullptr) return 2;
  static Node fresh[2];
  std::mutex repaired;
  const int first_key = sleave::any_in(1, kKeys, "key1");
  const int second_key = sleave::any_in(1, kKeys, "key2");
  fresh[0].key = first_key;
  fresh[1].key = second_key;
  Node* const root = make_shape();
  const auto call = [&repaired, root](void (*operation)(Node*, int, Node*), int key, Node* node) {
#ifdef REPAIRED
    const std::lock_guard guard(repaired);
#else
    (void)repaired;
#endif
    operation(root, key, node);
  };
  std::thread first([&] { call(row->first, first_key, &fresh[0]); });
  std::thread second([&] { call(row->second, second_key, &fresh[1]); });
  first.join();
  second.join();
  return 0;
}

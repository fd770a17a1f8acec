// A sum of which clients add several numbers in as many steps, so that results are not judged. WRONG: it throws where
// no order of the calls does.
#include <atomic>
#include <sleave/client.hpp>
#include <stdexcept>

class Sum {
 public:
  void add(int count) {
    const int before = added_;
    for (int i = 0; i < count; ++i) ++added_;
#ifdef WRONG
    if (added_ != before + count) throw std::logic_error("somebody else has added");
#else
    static_cast<void>(before);
#endif
  }

 private:
  std::atomic<int> added_{0};
};

SLEAVE_CLIENT(added_in_bulk, Sum) {
  op("add", [](Sum& sum, int count) { sum.add(count); }, among(2)).not_atomic();
}

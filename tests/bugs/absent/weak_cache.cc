// REPAIRED: The pointer is locked once, and the result is tested.
#include <atomic>
#include <memory>
#include <thread>

namespace {

struct Image {
  std::atomic<int> width{640};
};

std::atomic<int> seen{0};

void show(const std::weak_ptr<Image>& cached) {
  if (const std::shared_ptr<Image> image = cached.lock()) seen.store(image->width.load());
}

}  // namespace

int main() {
  auto image = std::make_shared<Image>();
  const std::weak_ptr<Image> cached = image;
  std::thread viewer(show, cached);
  std::thread owner([last = std::move(image)]() mutable { last.reset(); });
  viewer.join();
  owner.join();
}

// LodePNG's reader as a fuzz target: the input is a file, whose chunks and pixels are read if it is a small picture.
#include <lodepng.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr unsigned kLargest = 64;
  LodePNGState state;
  lodepng_state_init(&state);
  unsigned width = 0;
  unsigned height = 0;
  if (lodepng_inspect(&width, &height, &state, data, size) == 0 && width <= kLargest && height <= kLargest) {
    unsigned char* pixels = nullptr;
    lodepng_decode(&pixels, &width, &height, &state, data, size);
    std::free(pixels);
  }
  lodepng_state_cleanup(&state);
  return 0;
}

/* Quicksort, with insertion for short parts, of the bytes as elements; then a binary search for each. */
#include "work.h"

const char sample[] = "sphinx of black quartz, judge my vow; pack my box with five dozen liquor jugs 9876543210";

static void insert(unsigned char* bytes, size_t length) {
  for (size_t i = 1; i < length; ++i) {
    const unsigned char moved = bytes[i];
    size_t place = i;
    for (; place > 0 && bytes[place - 1] > moved; --place) bytes[place] = bytes[place - 1];
    bytes[place] = moved;
  }
}

static void sort(unsigned char* bytes, size_t length) {
  while (length > 8) {
    const unsigned char pivot = bytes[length / 2];
    size_t low = 0;
    size_t high = length - 1;
    for (;;) {
      while (bytes[low] < pivot) ++low;
      while (bytes[high] > pivot) --high;
      if (low >= high) break;
      const unsigned char other = bytes[low];
      bytes[low++] = bytes[high];
      bytes[high--] = other;
    }
    sort(bytes + high + 1, length - high - 1);
    length = high + 1;
  }
  insert(bytes, length);
}

static unsigned find(const unsigned char* bytes, size_t length, unsigned char element) {
  size_t low = 0;
  size_t high = length;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (bytes[middle] < element)
      low = middle + 1;
    else
      high = middle;
  }
  return (unsigned)low;
}

unsigned work(unsigned char* bytes, size_t length) {
  unsigned sum = 0;
  sort(bytes, length);
  for (size_t i = 0; i < length; ++i) sum = sum * 7 + find(bytes, length, bytes[i]);
  return sum;
}

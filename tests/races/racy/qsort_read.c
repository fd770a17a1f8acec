// RACE: An array is sorted by qsort while another thread reads an element.
// WHY: The sort exchanges elements, in code of the C library and in the comparison.
#include <pthread.h>
#include <stdlib.h>

int numbers[4] = {4, 3, 2, 1};
int seen;

static int compare(const void* left, const void* right) {
  return *(const int*)left - *(const int*)right;  // race: read
}

static void* sort(void* unused) {
  qsort(numbers, 4, sizeof(int), compare);  // race: write
  return unused;
}

static void* change(void* unused) {
  numbers[0] = 5;  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, sort, 0);
  pthread_create(&threads[1], 0, change, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

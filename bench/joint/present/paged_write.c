// BUG: A record that crosses the end of a page is written as two pieces; a reader sees a new head and an old tail.
// EXPECT: assertion
// INPUT: offset 16 bits, length 0..16
// WHEN: offset <= 112 (in the file), offset / 64 != (offset + length - 1) / 64 and length > 1
// RARE: 1 in 9,300
// NEEDS: 1 interference, 1 preemption, 3 threads
// WITNESS: offset=60 length=8
// NEAR: offset=56 length=8
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdint.h>
#include <string.h>

enum { PAGE = 64, PAGES = 2, LONGEST = 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char file[PAGE * PAGES];
static uint16_t offset;
static long length;

static void write_piece(unsigned begin, unsigned end) {
  pthread_mutex_lock(&lock);
  memset(file + begin, 1, end - begin);
  pthread_mutex_unlock(&lock);
}

static void* write_record(void* unused) {
  unsigned begin = offset;
  const unsigned end = begin + (unsigned)length;
  while (begin < end) {
    const unsigned page_end = begin / PAGE * PAGE + PAGE;
    const unsigned piece_end = end < page_end ? end : page_end;
    write_piece(begin, piece_end);
    begin = piece_end;
  }
  return unused;
}

static void* read_record(void* unused) {
  if (length == 0) return unused;
  pthread_mutex_lock(&lock);
  const unsigned char first = file[offset];
  const unsigned char last = file[offset + length - 1];
  pthread_mutex_unlock(&lock);
  assert(first == last);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sleave_symbolic(&offset, sizeof offset, "offset");
  length = sleave_range(0, LONGEST, "length");
  if (offset > sizeof file - LONGEST) return 0;
  pthread_create(&threads[0], NULL, write_record, NULL);
  pthread_create(&threads[1], NULL, read_record, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}

// REPAIRED: The lock is kept for the whole record.
// INPUT: offset 16 bits, length 0..16
// WITNESS: offset=60 length=8
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

static void write_piece(unsigned begin, unsigned end) { memset(file + begin, 1, end - begin); }

static void* write_record(void* unused) {
  unsigned begin = offset;
  const unsigned end = begin + (unsigned)length;
  pthread_mutex_lock(&lock);
  while (begin < end) {
    const unsigned page_end = begin / PAGE * PAGE + PAGE;
    const unsigned piece_end = end < page_end ? end : page_end;
    write_piece(begin, piece_end);
    begin = piece_end;
  }
  pthread_mutex_unlock(&lock);
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

// libuv, commit 6179e7af8 (May 2026); needs its library, compiled with sleave-cc too.
//
// The callback uses data that the sender prepared before uv_async_send(). The send is relaxed: a data race by C11,
// which matters on ARM and POWER. Found in run 1.
#include <assert.h>
#include <uv.h>
static uv_async_t h[2];
static int data[2];
static int n;
static void cb(uv_async_t* a) {
  int i = a - h;
  assert(data[i] == 42);
  uv_close((uv_handle_t*)a, 0);
  n++;
}
static void sender(void* a) {
  data[(uv_async_t*)a - h] = 42;
  uv_async_send(a);
}
int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  uv_thread_t t[2];
  for (int i = 0; i < 2; i++) uv_async_init(&loop, &h[i], cb);
  for (int i = 0; i < 2; i++) uv_thread_create(&t[i], sender, &h[i]);
  uv_run(&loop, UV_RUN_DEFAULT);
  for (int i = 0; i < 2; i++) uv_thread_join(&t[i]);
  assert(n == 2);
  assert(uv_loop_close(&loop) == 0);
}

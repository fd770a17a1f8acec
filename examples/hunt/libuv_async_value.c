// libuv, commit 6179e7af8 (May 2026); needs its library, compiled with sleave-cc too.
//
// What libuv_async.c shows as a data race, as a wrong value: what the sender writes before uv_async_send() is a relaxed
// atomic here, and the callback still finds the old value. Run it with --model=c++20. One old value is enough; with a
// release compare-exchange in uv_async_send() no run fails.
#include <assert.h>
#include <stdatomic.h>
#include <uv.h>

static uv_async_t handles[2];
static atomic_int prepared[2];
static int calls;

static void callback(uv_async_t* handle) {
  assert(atomic_load_explicit(&prepared[handle - handles], memory_order_relaxed) == 42);
  uv_close((uv_handle_t*)handle, NULL);
  ++calls;
}

static void send_value(void* handle) {
  atomic_store_explicit(&prepared[(uv_async_t*)handle - handles], 42, memory_order_relaxed);
  uv_async_send(handle);
}

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  uv_thread_t threads[2];
  for (int i = 0; i < 2; ++i) uv_async_init(&loop, &handles[i], callback);
  for (int i = 0; i < 2; ++i) uv_thread_create(&threads[i], send_value, &handles[i]);
  uv_run(&loop, UV_RUN_DEFAULT);
  for (int i = 0; i < 2; ++i) uv_thread_join(&threads[i]);
  assert(calls == 2);
  assert(uv_loop_close(&loop) == 0);
}

// REPAIRED: What a component needs is initialised before it enters its own flag.
#include <mutex>
#include <thread>

namespace {

std::once_flag network_flag;
std::once_flag logging_flag;
int network = 0;
int logging = 0;

void open_network() { network = 1; }
void open_log() { logging = 1; }

void start_network() {
  std::call_once(logging_flag, open_log);
  std::call_once(network_flag, open_network);
}

void start_remote_log() {
  std::call_once(network_flag, open_network);
  std::call_once(logging_flag, open_log);
}

}  // namespace

int main() {
  std::thread server(start_network);
  std::thread monitor(start_remote_log);
  server.join();
  monitor.join();
  return network == 1 && logging == 1 ? 0 : 1;
}

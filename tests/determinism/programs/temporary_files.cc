// COVERS: temporary files and directories, written, renamed, listed and removed by several threads.
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>

namespace {

std::atomic<unsigned> seen{0};

// What a run could leave behind or find changes `seen`, and with it the trace.
void publish(const std::string& text) {
  unsigned hash = 5381;
  for (const char each : text) hash = hash * 33 + static_cast<unsigned char>(each);
  seen.fetch_add(hash);
}

void work(const std::string& folder, const std::string& name) {
  const std::string path = folder + "/" + name;
  std::ofstream(path) << name << " was here\n";
  const int log = open((folder + "/log").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  const ssize_t bytes = write(log, name.data(), name.size());
  close(log);
  rename(path.c_str(), (folder + "/last").c_str());
  struct stat status = {};
  stat((folder + "/log").c_str(), &status);
  publish(std::to_string(bytes) + " " + std::to_string(status.st_ino) + " " + std::to_string(status.st_mtim.tv_nsec));
}

std::string content(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  return line;
}

}  // namespace

int main() {
  char folder[] = "/tmp/sleave-temporary-XXXXXX";
  if (mkdtemp(folder) == nullptr) return 1;
  publish(folder);
  std::thread first(work, folder, "first");
  std::thread second(work, folder, "second");
  first.join();
  second.join();
  publish(content(std::string(folder) + "/log"));
  publish(content(std::string(folder) + "/last"));
  DIR* list = opendir(folder);
  while (const dirent* entry = readdir(list)) publish(entry->d_name + std::to_string(entry->d_ino));
  closedir(list);
  std::FILE* left_open = std::tmpfile();
  std::fputs("not closed", left_open);
  std::fflush(left_open);
  unlink((std::string(folder) + "/log").c_str());
  publish(std::to_string(rmdir(folder)));  // it is not empty
}

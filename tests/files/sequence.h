// One random sequence of file operations: what each call returned, and the whole tree after it, as lines of text.
#pragma once

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "dice.h"

namespace {

constexpr int kOperations = 50;
constexpr time_t kOld = 100;  // times that the sequence sets; what the system sets is later, under Sleave from 1000 on

class Sequence {
 public:
  Sequence(std::uint64_t seed, bool lost) : dice_(seed), lost_(lost) {}

  // One operation, and what it said.
  std::string step() {
    if (lost_) return "lost";
    errno = 0;
    std::string line = operation();
    return line + " | " + tree();
  }

  void end() {
    for (const int slot : slots_) {
      if (slot >= 0) close(slot);
    }
  }

 private:
  std::string name() {
    static const char* const kNames[] = {"a", "b", "c", "d", "e", "f", "g"};
    return kNames[dice_(std::size(kNames))];
  }

  std::string path() {
    if (dice_.one_in(150)) return "";
    if (dice_.one_in(150)) return std::string(256, 'n');
    if (dice_.one_in(300)) return std::string(PATH_MAX, 'x');
    std::string text = dice_.one_in(12) ? "./" : dice_.one_in(25) ? "../" + base_name() + "/" : "";
    for (std::uint64_t depth = dice_(5) / 2; depth > 0; --depth) {
      text += dice_.one_in(3) ? "d" : dice_.one_in(12) ? ".." : dice_.one_in(12) ? "." : name();
      text += dice_.one_in(15) ? "//" : "/";
    }
    text += dice_.one_in(25) ? "." : dice_.one_in(25) ? ".." : name();
    if (dice_.one_in(14)) text += "/";
    return text;
  }

  // Paths with too many ".." must not leave the sequence's own tree.
  static std::string base_name() { return base().substr(base().rfind('/') + 1); }

  static const std::string& base() {
    static std::string text;
    return text;
  }

  int slot() { return static_cast<int>(dice_(std::size(slots_))); }

  int start() {
    if (!dice_.one_in(6)) return AT_FDCWD;
    return slots_[slot()];
  }

  static std::string shown(int start) { return start == AT_FDCWD ? "." : number(start); }

  std::string open_one() {
    static constexpr int kAccess[] = {O_RDONLY, O_WRONLY, O_RDWR, O_RDWR};
    static constexpr int kMore[] = {0,
                                    0,
                                    O_CREAT,
                                    O_CREAT,
                                    O_CREAT | O_EXCL,
                                    O_TRUNC,
                                    O_CREAT | O_TRUNC,
                                    O_APPEND,
                                    O_DIRECTORY,
                                    O_NOFOLLOW,
                                    O_CREAT | O_APPEND,
                                    O_CREAT | O_NOFOLLOW,
                                    O_CLOEXEC,
                                    O_DIRECTORY | O_NOFOLLOW};
    const int flags = dice_.of(kAccess) | dice_.of(kMore);
    const int access = dice_.one_in(3) ? O_RDONLY | (flags & ~O_ACCMODE) : flags;
    const int mode = static_cast<int>(dice_(010000));
    const int from = start();
    const std::string where = path();
    const int which = slot();
    const int before = slots_[which];
    if (before >= 0) close(before);
    slots_[which] = openat(from, where.c_str(), access, mode);
    return "open " + shown(from) + " " + where + " " + octal(static_cast<unsigned>(access)) + " " +
           octal(static_cast<unsigned>(mode)) + ": " + result(slots_[which]) + flags_of(slots_[which]);
  }

  static std::string flags_of(int descriptor) {
    if (descriptor < 0) return "";
    return " " + octal(static_cast<unsigned>(fcntl(descriptor, F_GETFL))) + " " + number(fcntl(descriptor, F_GETFD));
  }

  std::string read_or_write() {
    const int descriptor = slots_[slot()];
    char buffer[6000];
    const std::size_t bytes = dice_(3) == 0 ? dice_(6000) : dice_(30);
    const auto offset = static_cast<off_t>(dice_(7000));
    memset(buffer, static_cast<int>('A' + dice_(26)), sizeof buffer);
    const std::string call = " " + number(descriptor) + " " + number(static_cast<long>(bytes));
    switch (dice_(6)) {
      case 0:
        return "read" + call + ": " + with_bytes(read(descriptor, buffer, bytes), buffer);
      case 1:
        return "write" + call + ": " + result(write(descriptor, buffer, bytes));
      case 2:
        return "pread" + call + " " + number(offset) + ": " +
               with_bytes(pread(descriptor, buffer, bytes, offset), buffer);
      case 3:
        return "pwrite" + call + " " + number(offset) + ": " + result(pwrite(descriptor, buffer, bytes, offset));
      case 4: {
        static constexpr int kFrom[] = {SEEK_SET, SEEK_CUR, SEEK_END};  // holes are the file system's affair
        const int from = dice_.of(kFrom);
        const off_t to = offset - 3500;
        if (is_folder(descriptor)) return "lseek in a folder";
        return "lseek " + number(descriptor) + " " + number(to) + " " + number(from) + ": " +
               result(lseek(descriptor, to, from));
      }
      default:
        return "ftruncate " + number(descriptor) + " " + number(offset) + ": " + result(ftruncate(descriptor, offset));
    }
  }

  static std::string with_bytes(ssize_t got, const char* buffer) {
    if (got < 0) return result(got);
    std::uint64_t hash = 14695981039346656037ull;
    for (ssize_t i = 0; i < got; ++i) hash = (hash ^ static_cast<unsigned char>(buffer[i])) * 1099511628211ull;
    return number(got) + " " + number(static_cast<long>(hash % 100000));
  }

  std::string name_call() {
    const int from = start();
    const std::string where = path();
    const std::string call = " " + shown(from) + " " + where;
    const auto mode = static_cast<mode_t>(dice_(010000));
    switch (dice_(9)) {
      case 0:
      case 1:
        return "mkdir" + call + " " + octal(mode) + ": " + result(mkdirat(from, where.c_str(), mode));
      case 2:
        return "rmdir" + call + ": " + result(unlinkat(from, where.c_str(), AT_REMOVEDIR));
      case 3:
      case 4:
        return "unlink" + call + ": " + result(unlinkat(from, where.c_str(), 0));
      case 5:
        return "remove " + where + ": " + result(remove(where.c_str()));
      case 6: {
        static const char* const kTargets[] = {"a", "../a", "d", ".", "..", "f", "d/f", "nowhere/x", "", "c", "a/"};
        const char* target = kTargets[dice_(std::size(kTargets))];
        return "symlink " + std::string(target) + call + ": " + result(symlinkat(target, from, where.c_str()));
      }
      default: {
        char text[64] = {};
        const ssize_t got = readlinkat(from, where.c_str(), text, dice_.one_in(4) ? 2 : sizeof text - 1);
        return "readlink" + call + ": " + result(got) + " " + text;
      }
    }
  }

  std::string two_names() {
    const int from_start = start();
    const int to_start = start();
    const std::string from = path();
    const std::string to = path();
    const std::string call = " " + shown(from_start) + " " + from + " " + shown(to_start) + " " + to;
    if (dice_.one_in(4)) {
      const int flags = dice_.one_in(3) ? AT_SYMLINK_FOLLOW : 0;
      return "link" + call + " " + number(flags) + ": " +
             result(linkat(from_start, from.c_str(), to_start, to.c_str(), flags));
    }
    static constexpr int kFlags[] = {0, 0, 0, RENAME_NOREPLACE, RENAME_EXCHANGE, RENAME_NOREPLACE | RENAME_EXCHANGE};
    const int flags = dice_.of(kFlags);
    return "rename" + call + " " + number(flags) + ": " +
           result(renameat2(from_start, from.c_str(), to_start, to.c_str(), static_cast<unsigned>(flags)));
  }

  std::string attribute() {
    const std::string where = path();
    const int descriptor = slots_[slot()];
    const auto mode = static_cast<mode_t>(dice_(010000));
    switch (dice_(8)) {
      case 0:
        return "chmod " + where + " " + octal(mode) + ": " + result(chmod(where.c_str(), mode));
      case 1:
        return "fchmod " + number(descriptor) + " " + octal(mode) + ": " + result(fchmod(descriptor, mode));
      case 2: {
        const timespec times[2] = {{kOld, 0}, {kOld + 1 + static_cast<time_t>(dice_(5)), 0}};
        const int flags = dice_.one_in(3) ? AT_SYMLINK_NOFOLLOW : 0;
        return "utimensat " + where + " " + number(times[1].tv_sec) + " " + number(flags) + ": " +
               result(utimensat(AT_FDCWD, where.c_str(), times, flags));
      }
      case 3: {
        const timespec times[2] = {{0, UTIME_OMIT}, {kOld + 7, dice_.one_in(5) ? 2'000'000'000 : 5}};
        return "futimens " + number(descriptor) + ": " + result(futimens(descriptor, times));
      }
      case 4: {
        const auto bytes = static_cast<off_t>(dice_(9000)) - 100;
        return "truncate " + where + " " + number(bytes) + ": " + result(truncate(where.c_str(), bytes));
      }
      case 5:
        return "chown " + where + ": " + result(chown(where.c_str(), static_cast<uid_t>(-1), static_cast<gid_t>(-1)));
      case 6: {
        const int wanted = static_cast<int>(dice_(9));
        static constexpr int kFlags[] = {0, 0, AT_EACCESS, AT_SYMLINK_NOFOLLOW};
        const int flags = dice_.of(kFlags);
        return "access " + where + " " + number(wanted) + " " + number(flags) + ": " +
               result(faccessat(AT_FDCWD, where.c_str(), wanted, flags));
      }
      default:
        return "umask: " + octal(umask(static_cast<mode_t>(dice_(0100))));
    }
  }

  std::string descriptor_call() {
    const int which = slot();
    const int descriptor = slots_[which];
    switch (dice_(8)) {
      case 0: {
        slots_[which] = -1;
        return "close " + number(descriptor) + ": " + result(close(descriptor));
      }
      case 1: {
        const int to = slot();
        const int copy = dup(descriptor);
        if (slots_[to] >= 0 && copy >= 0) close(slots_[to]);
        if (copy >= 0) slots_[to] = copy;
        return "dup " + number(descriptor) + ": " + result(copy);
      }
      case 2: {
        const int to = slot();
        if (slots_[to] < 0) return "dup2 nowhere";
        return "dup2 " + number(descriptor) + " " + number(slots_[to]) + ": " + result(dup2(descriptor, slots_[to]));
      }
      case 3: {
        static constexpr int kHow[] = {LOCK_SH | LOCK_NB, LOCK_EX | LOCK_NB, LOCK_UN};
        const int how = dice_.of(kHow);
        return "flock " + number(descriptor) + " " + number(how) + ": " + result(flock(descriptor, how));
      }
      case 4: {
        const int from = slots_[slot()];
        if (is_folder(from) || is_folder(descriptor)) return "copy of a folder";
        off_t at = static_cast<off_t>(dice_(100));
        const std::size_t bytes = dice_(300);
        const bool ranges = dice_.one_in(2);
        // How much the kernel copies within one file is undefined where it overlaps.
        if (same_file(from, descriptor)) return "copy to itself";
        const ssize_t sent =
            ranges ? copy_file_range(from, &at, descriptor, nullptr, bytes, 0) : sendfile(descriptor, from, &at, bytes);
        return std::string(ranges ? "copy " : "sendfile ") + number(from) + " " + number(descriptor) + " " +
               number(static_cast<long>(bytes)) + ": " + result(sent) + " " + number(at);
      }
      case 5: {
        const auto from = static_cast<off_t>(dice_(2000));
        const auto bytes = static_cast<off_t>(dice_(3000));
        const int mode = dice_.one_in(2) ? FALLOC_FL_KEEP_SIZE : 0;
        return "fallocate " + number(descriptor) + " " + number(from) + " " + number(bytes) + ": " +
               result(fallocate(descriptor, mode, from, bytes));
      }
      case 6: {
        struct stat status = {};
        const int got = fstat(descriptor, &status);
        return "fstat " + number(descriptor) + ": " + result(got) + (got == 0 ? " " + about(status) : "");
      }
      default:
        return map(descriptor);
    }
  }

  static bool is_folder(int descriptor) {
    struct stat status = {};
    return fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
  }

  static bool same_file(int a, int b) {
    struct stat first = {};
    struct stat second = {};
    return fstat(a, &first) == 0 && fstat(b, &second) == 0 && first.st_ino == second.st_ino;
  }

  std::string map(int descriptor) {
    struct stat status = {};
    if (fstat(descriptor, &status) != 0 || status.st_size == 0) return "map nothing";
    const auto bytes = static_cast<std::size_t>(status.st_size);
    const int protection = dice_.one_in(2) ? PROT_READ : PROT_READ | PROT_WRITE;
    const int how = dice_.one_in(3) ? MAP_PRIVATE : MAP_SHARED;
    void* at = mmap(nullptr, bytes, protection, how, descriptor, 0);
    const std::string call = "mmap " + number(descriptor) + " " + number(protection) + " " + number(how) + ": ";
    if (at == MAP_FAILED) return call + result(-1);
    auto* text = static_cast<char*>(at);
    std::string seen = with_bytes(static_cast<ssize_t>(bytes), text);
    if ((protection & PROT_WRITE) != 0) memset(text, 'm', std::min<std::size_t>(bytes, 10));
    munmap(at, bytes);
    return call + seen;
  }

  std::string stream_call() {
    static const char* const kModes[] = {"r", "w", "a", "r+", "w+", "a+", "wx", "rb", "q"};
    const char* mode = kModes[dice_(std::size(kModes))];
    const std::string where = path();
    const std::string call = std::string("fopen ") + mode + " " + where + ": ";
    FILE* stream = fopen(where.c_str(), mode);
    if (stream == nullptr) return call + result(-1);
    std::string said = number(fileno(stream));
    char text[40] = {};
    said += fgets(text, sizeof text, stream) != nullptr ? std::string(" read ") + text : " nothing";
    rewind(stream);
    said += " " + number(fprintf(stream, "line %d\n", static_cast<int>(dice_(100))));
    said += " " + number(ftell(stream));
    const int end = fclose(stream);
    for (char& each : said) each = each == '\n' ? '~' : each;
    return call + said + " " + result(end);
  }

  std::string list_call() {
    const std::string where = path();
    DIR* folder = opendir(where.c_str());
    if (folder == nullptr) return "opendir " + where + ": " + result(-1);
    std::vector<std::string> names;
    while (const dirent* entry = readdir(folder)) names.push_back(entry->d_name + ("/" + number(entry->d_type)));
    const int descriptor = dirfd(folder);
    closedir(folder);
    std::sort(names.begin(), names.end());
    std::string text = "opendir " + where + ": " + number(descriptor);
    for (const std::string& each : names) text += " " + each;
    return text;
  }

  // Back to the top at the end: paths stay short, and trees stay visible.
  std::string place_call() {
    const std::string where = path();
    char text[PATH_MAX];
    switch (dice_(3)) {
      case 0: {
        const int moved = chdir(where.c_str());
        std::string line = "chdir " + where + ": " + result(moved);
        const char* now = getcwd(text, sizeof text);
        line += now != nullptr ? " " + below_base(now) : " " + result(-1);
        struct stat status = {};
        line += " " + result(stat("a", &status));
        lost_ = chdir(base().c_str()) != 0;  // without superuser rights it can lock itself out
        return line;
      }
      case 1: {
        const char* found = realpath(where.c_str(), text);
        return "realpath " + where + ": " + (found != nullptr ? below_base(found) : result(-1));
      }
      default: {
        struct stat status = {};
        const bool follow = dice_.one_in(2);
        const int got = follow ? stat(where.c_str(), &status) : lstat(where.c_str(), &status);
        return (follow ? "stat " : "lstat ") + where + ": " + result(got) + (got == 0 ? " " + about(status) : "");
      }
    }
  }

  static std::string below_base(const std::string& text) {
    const std::size_t bytes = base().rfind('/');
    return text.compare(0, bytes, base(), 0, bytes) == 0 ? text.substr(bytes) : "above";
  }

  std::string temporary() {
    static constexpr int kModes[] = {0600, 0644};
    const int number_ = open(".", O_TMPFILE | O_RDWR, dice_.of(kModes));
    if (number_ < 0) return "tmpfile: " + result(-1);
    std::string line = "tmpfile: " + number(number_);
    line += " " + result(write(number_, "temporary", 9));
    struct stat status = {};
    fstat(number_, &status);
    line += " links " + number(static_cast<long>(status.st_nlink));
    const std::string where = path();
    const std::string link = "/proc/self/fd/" + number(number_);
    line += " " + where + " " + result(linkat(number_, "", AT_FDCWD, where.c_str(), AT_EMPTY_PATH));
    close(number_);
    return line;
  }

  std::string operation() {
    switch (dice_(20)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return open_one();
      case 4:
      case 5:
      case 6:
      case 7:
        return read_or_write();
      case 8:
      case 9:
      case 10:
        return name_call();
      case 11:
      case 12:
      case 13:
        return two_names();
      case 14:
      case 15:
        return attribute();
      case 16:
        return descriptor_call();
      case 17:
        return dice_.one_in(6) && geteuid() == 0 ? temporary() : stream_call();
      case 18:
        return list_call();
      default:
        return place_call();
    }
  }

  // What POSIX defines of it. Of directories sizes are the file system's affair.
  static std::string about(const struct stat& status) {
    std::string text = octal(status.st_mode) + "," + number(static_cast<long>(status.st_nlink)) + "," +
                       number(status.st_uid) + "," + number(status.st_gid);
    if (!S_ISDIR(status.st_mode)) text += ",s" + number(status.st_size);
    if (status.st_mtim.tv_sec < kOld + 100) text += ",m" + number(status.st_mtim.tv_sec);
    return text;
  }

  void show(const std::string& where, std::string& text) {
    struct stat status = {};
    if (lstat(where.c_str(), &status) != 0) {
      text += where + "=" + result(-1) + ";";
      return;
    }
    const auto known = inodes_.insert({{status.st_dev, status.st_ino}, inodes_.size()}).first;
    text += where + "=" + about(status) + ",i" + number(static_cast<long>(known->second)) + ";";
    if (S_ISREG(status.st_mode)) {
      const int number_ = open(where.c_str(), O_RDONLY);
      char buffer[12000];
      if (number_ >= 0) text += with_bytes(read(number_, buffer, sizeof buffer), buffer) + ";";
      if (number_ >= 0) close(number_);
    }
    if (!S_ISDIR(status.st_mode)) return;
    std::vector<std::string> names;
    DIR* folder = opendir(where.c_str());
    if (folder == nullptr) return;
    while (const dirent* entry = readdir(folder)) {
      if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) names.emplace_back(entry->d_name);
    }
    closedir(folder);
    std::sort(names.begin(), names.end());
    for (const std::string& each : names) show(where + "/" + each, text);
  }

  std::string tree() {
    std::string text;
    inodes_.clear();
    show(".", text);
    if (getenv("SEQUENCES_TREES") != nullptr) return text;
    std::uint64_t hash = 14695981039346656037ull;
    for (const char each : text) hash = (hash ^ static_cast<unsigned char>(each)) * 1099511628211ull;
    char short_text[20];
    snprintf(short_text, sizeof short_text, "%016llx", static_cast<unsigned long long>(hash));
    return short_text;
  }

  friend void set_base(const std::string& path);

  Dice dice_;
  bool lost_;  // its tree cannot be reached
  int slots_[5] = {-1, -1, -1, -1, -1};
  std::map<std::pair<dev_t, ino_t>, std::size_t> inodes_;  // of the present tree, by first sight
};

void set_base(const std::string& path) { const_cast<std::string&>(Sequence::base()) = path; }

std::string tree_path(const std::string& folder, std::uint64_t index) { return folder + "/t" + std::to_string(index); }

}  // namespace

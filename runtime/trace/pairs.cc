#include "runtime/trace/pairs.h"

#include "runtime/base/entry_table.h"
#include "runtime/base/random.h"
#include "runtime/base/runtime.h"
#include "runtime/trace/site.h"

namespace sleave::rt {

bool pairs_matter;

namespace {

struct Pair {
  sleave_trace_pair what;

  [[nodiscard]] std::uint64_t hash() const { return mix(what.writer, what.reader); }
  [[nodiscard]] bool same(const Pair& other) const {
    return what.writer == other.what.writer && what.reader == other.what.reader;
  }
};

struct Writer {
  const void* object;
  sleave_site site;

  [[nodiscard]] std::uint64_t hash() const { return mix(reinterpret_cast<std::uint64_t>(object)); }
  [[nodiscard]] bool same(const Writer& other) const { return object == other.object; }
};

EntryTable<Pair> pairs;
EntryTable<Writer> writers;

bool wanted() { return (runtime.plan->record & SLEAVE_RECORD_PAIRS) != 0; }

void count(sleave_site writer, sleave_site reader) {
  const Pair key{{writer, reader, 0}};
  if (pairs.size() == runtime.trace->sections[SLEAVE_SECTION_PAIRS].capacity && pairs.find(key) == nullptr) return;
  ++pairs.at(key).what.count;
}

}  // namespace

void pairs_start() { pairs_matter = wanted() || runtime.plan->relation_count != 0; }

void pairs_add(const EventRecord& event_record) {
  if (event_record.object == nullptr || event_record.subject != nullptr || event_record.effect == Effect::none) return;
  const sleave_site site = site_of(event_record.site);
  if (wanted()) count(last_writer(event_record.object), site);
  if (event_record.effect == Effect::write) writers.at({event_record.object, 0}).site = site;
}

sleave_site last_writer(const void* object) {
  const Writer* writer = writers.find({object, 0});
  return writer == nullptr ? 0 : writer->site;
}

void write_pairs() {
  sleave_section& section = runtime.trace->sections[SLEAVE_SECTION_PAIRS];
  auto* entries = reinterpret_cast<sleave_trace_pair*>(reinterpret_cast<char*>(runtime.trace) + section.offset);
  for (std::size_t i = 0; i < pairs.size(); ++i) entries[i] = pairs[i].what;
  section.count = pairs.size();
}

}  // namespace sleave::rt

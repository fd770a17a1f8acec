#include "runtime/record/contacts.h"

#include "runtime/base/entry_table.h"
#include "runtime/base/random.h"
#include "runtime/base/runtime.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

bool contacts_matter;

namespace {

struct Contact {
  sleave_trace_contact what;

  [[nodiscard]] std::uint64_t hash() const { return mix(what.location, what.thread); }
  [[nodiscard]] bool same(const Contact& other) const {
    return what.location == other.what.location && what.thread == other.what.thread;
  }
};

EntryTable<Contact> contacts;

}  // namespace

void contacts_start() { contacts_matter = (runtime.plan->record & SLEAVE_RECORD_CONTACTS) != 0; }

void contacts_add(const EventRecord& event_record, sleave_location location) {
  if (event_record.subject != nullptr || event_record.effect == Effect::none || location == 0) return;
  if (!scheduler.others_live()) return;
  const Contact key{{location, runtime.current->index, 0, 0, 0}};
  if (contacts.size() == runtime.trace->sections[SLEAVE_SECTION_CONTACTS].capacity && contacts.find(key) == nullptr)
    return;
  sleave_trace_contact& contact = contacts.at(key).what;
  ++contact.count;
  contact.writes += event_record.effect == Effect::write ? 1 : 0;
}

void write_contacts() {
  sleave_section& section = runtime.trace->sections[SLEAVE_SECTION_CONTACTS];
  auto* entries = reinterpret_cast<sleave_trace_contact*>(reinterpret_cast<char*>(runtime.trace) + section.offset);
  for (std::size_t i = 0; i < contacts.size(); ++i) entries[i] = contacts[i].what;
  section.count = contacts.size();
}

}  // namespace sleave::rt

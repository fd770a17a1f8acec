#include "engine/trace/check.h"

#include "abi/calls/intercepts.h"

namespace sleave {
namespace {

constexpr unsigned kMostBits = 128;

constexpr unsigned kOperandCounts[] = {
#define SLEAVE_EXPRESSION(name, operands, smtlib, meaning) operands,
#include "abi/expressions.def"
#undef SLEAVE_EXPRESSION
};

unsigned operand_count(const sleave_trace_expression& expression) {
  return expression.op < SLEAVE_OP_COUNT ? kOperandCounts[expression.op] : 0;
}

class Checker {
 public:
  explicit Checker(const Trace& trace) : trace_(trace) {}

  std::string problem() {
    header();
    threads();
    held();
    modules();
    uncontrolled();
    races();
    choices();
    contacts();
    pairs();
    inputs();
    expressions();
    path_constraints();
    for (const sleave_event& event : trace_.events) {
      if (!problem_.empty()) break;
      this->event(event);
    }
    return problem_;
  }

 private:
  void need(bool holds, const char* what) {
    if (!holds && problem_.empty()) problem_ = what;
  }

  [[nodiscard]] bool is_thread(std::uint64_t thread) const { return thread < trace_.threads.size(); }
  [[nodiscard]] bool is_thread_or_none(std::uint64_t thread) const {
    return thread == SLEAVE_NO_THREAD || is_thread(thread);
  }
  [[nodiscard]] bool is_stack(std::uint32_t stack) const {
    if (stack == SLEAVE_NO_STACK) return true;
    return stack < trace_.stacks.size() && trace_.stacks[stack] <= (trace_.stacks.size() - stack - 1) / 2;
  }
  [[nodiscard]] bool is_site(sleave_site site) const {
    const std::uint32_t module = SLEAVE_SITE_MODULE(site);
    return site == 0 || module == SLEAVE_SITE_NO_MODULE || module < trace_.modules.size();
  }
  [[nodiscard]] bool is_location(sleave_location location) const {
    switch (SLEAVE_LOCATION_SPACE(location)) {
      case SLEAVE_SPACE_NONE:
      case SLEAVE_SPACE_ABSOLUTE:
      case SLEAVE_SPACE_SLOT:
        return true;
      case SLEAVE_SPACE_MODULE:
        return SLEAVE_LOCATION_OWNER(location) < trace_.modules.size();
      case SLEAVE_SPACE_THREAD:
        return is_thread(SLEAVE_LOCATION_OFFSET(location));
      case SLEAVE_SPACE_DESCRIPTOR:
        return SLEAVE_LOCATION_OWNER(location) < SLEAVE_DESCRIPTOR_COUNT;
      default:
        return false;
    }
  }
  [[nodiscard]] bool stack_sites_exist(std::uint32_t stack) const {
    for (const sleave_site site : trace_.stack(stack)) {
      if (!is_site(site)) return false;
    }
    return true;
  }
  void stack(std::uint32_t index) {
    need(is_stack(index), "a stack lies outside the stack section");
    need(stack_sites_exist(index), "a stack names an unknown module");
  }

  void header() {
    const sleave_trace& header = trace_.header;
    need(header.outcome < SLEAVE_OUTCOME_COUNT, "unknown outcome");
    need(header.finding < SLEAVE_FIND_COUNT, "unknown kind of finding");
    need((header.outcome == SLEAVE_OUTCOME_failed) == (header.finding != SLEAVE_FIND_none),
         "outcome and finding contradict each other");
    need(is_thread_or_none(header.thread), "it ended in an unknown thread");
    need(header.outcome != SLEAVE_OUTCOME_failed || is_thread(header.thread), "it failed in no thread");
    need(is_location(header.finding_location), "the finding's location is unknown");
    need(header.diverged <= 1 && is_thread_or_none(header.diverged_thread) &&
             header.diverged_pending <= SLEAVE_EV_COUNT && is_site(header.diverged_site),
         "its divergence is unknown");
    stack(header.finding_stack);
  }

  void threads() {
    for (std::size_t i = 0; i < trace_.threads.size(); ++i) {
      const sleave_trace_thread& thread = trace_.threads[i];
      need(i == 0 ? thread.parent == SLEAVE_NO_THREAD : thread.parent < i, "a thread precedes its parent");
      need(thread.state <= SLEAVE_THREAD_DONE, "unknown thread state");
      need(thread.pending_kind <= SLEAVE_EV_COUNT, "unknown pending event");
      need(is_site(thread.create_site) && is_site(thread.pending_site), "a thread names an unknown module");
      need(is_location(thread.pending_location), "a thread waits for an unknown location");
      need(is_thread_or_none(thread.pending_owner), "a thread waits for an unknown thread");
      stack(thread.create_stack);
      stack(thread.final_stack);
    }
  }

  void held() {
    for (const sleave_trace_held& lock : trace_.held) {
      need(is_thread(lock.thread) && lock.mode <= 2 && is_location(lock.location) && is_site(lock.site),
           "a held lock refers to something unknown");
      stack(lock.stack);
    }
  }

  void modules() {
    for (const sleave_trace_module& module : trace_.modules) {
      need(module.base <= module.end && module.build_id_bytes <= sizeof module.build_id, "a module is damaged");
    }
  }

  void uncontrolled() {
    for (const sleave_trace_uncontrolled& call : trace_.uncontrolled) {
      need(call.kind < SLEAVE_ESCAPE_COUNT && call.function <= SLEAVE_CALL_COUNT && is_thread(call.thread) &&
               is_site(call.first_site) && is_site(call.target) && call.name[sizeof call.name - 1] == 0,
           "an uncontrolled call refers to something unknown");
    }
  }

  void race_access(const sleave_trace_access& access) {
    need(is_thread(access.thread) && access.kind < SLEAVE_ACCESS_COUNT && is_site(access.site),
         "a data race refers to something unknown");
  }

  void races() {
    need(trace_.finding() != SLEAVE_FIND_data_race || !trace_.races.empty(), "a data race that is not described");
    for (const sleave_trace_race& race : trace_.races) {
      race_access(race.earlier);
      race_access(race.later);
      need(race.earlier.thread != race.later.thread, "a data race of a thread with itself");
      need(is_location(race.location), "a data race at an unknown location");
    }
  }

  void contacts() {
    for (const sleave_trace_contact& contact : trace_.contacts) {
      need(is_thread(contact.thread) && is_location(contact.location), "a contact refers to something unknown");
    }
  }

  void pairs() {
    for (const sleave_trace_pair& pair : trace_.pairs) {
      need(is_site(pair.writer) && is_site(pair.reader), "a pair names an unknown module");
    }
  }

  void inputs() {
    for (const sleave_trace_input& input : trace_.inputs) {
      need(is_thread(input.thread) && input.first <= trace_.input_bytes.size() &&
               input.bytes <= trace_.input_bytes.size() - input.first,
           "an input refers to something unknown");
    }
  }

  // That operands fit each other is for whoever gives the words a meaning (engine/expr/).
  void expressions() {
    for (std::size_t i = 1; i < trace_.expressions.size() && problem_.empty(); ++i) {
      const sleave_trace_expression& expression = trace_.expressions[i];
      need(expression.op < SLEAVE_OP_COUNT && expression.width >= 1 && expression.width <= kMostBits,
           "an unknown expression");
      if (expression.op == SLEAVE_OP_input) {
        need(expression.operands[0] < trace_.input_bytes.size(), "an expression names an unknown input");
      } else {
        for (unsigned n = 0; n < operand_count(expression); ++n) {
          need(expression.operands[n] != 0 && expression.operands[n] < i, "an expression precedes its operand");
        }
      }
    }
  }

  void path_constraints() {
    for (const sleave_trace_path_constraint& path_constraint : trace_.path_constraints) {
      need(path_constraint.expression != 0 && path_constraint.expression < trace_.expressions.size() &&
               is_thread(path_constraint.thread) && path_constraint.kind < SLEAVE_PATH_CONSTRAINT_COUNT &&
               is_site(path_constraint.site),
           "a path constraint refers to something unknown");
    }
    for (const sleave_trace_concretization& concretization : trace_.concretizations) {
      need(concretization.kind < SLEAVE_CONCRETIZATION_COUNT && is_thread(concretization.thread) &&
               is_site(concretization.site),
           "a concretization refers to something unknown");
    }
  }

  void choices() {
    std::uint64_t position = 0;
    for (const sleave_trace_choice& choice : trace_.choices) {
      need(is_thread(choice.thread) && choice.kind < SLEAVE_CHOICE_COUNT && choice.expect <= SLEAVE_EV_COUNT,
           "a choice refers to something unknown");
      need(choice.kind != SLEAVE_CHOICE_switch_to && choice.position >= position, "the choices are out of order");
      position = choice.position;
    }
  }

  void event(const sleave_event& event) {
    need(event.kind < SLEAVE_EV_COUNT, "unknown event");
    if (event.kind == SLEAVE_EV_operand) {
      need(event.order < SLEAVE_RMW_COUNT, "unknown atomic update");
    } else {
      need(event.order <= SLEAVE_ORDER_volatile, "unknown memory order");
    }
    need(is_thread(event.thread), "an event of an unknown thread");
    need(is_site(event.site), "an event names an unknown module");
    need(is_location(event.location), "an event names an unknown location");
    need(event.expression == 0 || event.expression < trace_.expressions.size(), "an event names an unknown expression");
    if (event.kind == SLEAVE_EV_thread_create || event.kind == SLEAVE_EV_thread_join) {
      need(is_thread_or_none(event.value), "an event names an unknown thread");
    }
    if (event.kind == SLEAVE_EV_cond_wait) need(is_location(event.extra), "an event names an unknown mutex");
    stack(event.stack);
  }

  const Trace& trace_;
  std::string problem_;
};

}  // namespace

std::string trace_problem(const Trace& trace) { return Checker(trace).problem(); }

}  // namespace sleave

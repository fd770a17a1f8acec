/* The vocabularies of the .def tables as C enums. */
#ifndef SLEAVE_ABI_WORDS_H
#define SLEAVE_ABI_WORDS_H

enum sleave_event_kind {
#define SLEAVE_EVENT(name, words, verb, category, role) SLEAVE_EV_##name,
#include "events.def"
#undef SLEAVE_EVENT
  SLEAVE_EV_COUNT
};

enum sleave_finding_kind {
  SLEAVE_FIND_none,
#define SLEAVE_FINDING(name, title, meaning) SLEAVE_FIND_##name,
#include "findings.def"
#undef SLEAVE_FINDING
  SLEAVE_FIND_COUNT
};

enum sleave_outcome_kind {
#define SLEAVE_OUTCOME(name, words) SLEAVE_OUTCOME_##name,
#include "outcomes.def"
#undef SLEAVE_OUTCOME
  SLEAVE_OUTCOME_COUNT
};

enum sleave_choice_kind {
#define SLEAVE_CHOICE(name, option, preset, words, meaning) SLEAVE_CHOICE_##name,
#include "choices.def"
#undef SLEAVE_CHOICE
  SLEAVE_CHOICE_COUNT
};

enum sleave_policy_kind {
#define SLEAVE_POLICY(name, meaning) SLEAVE_POLICY_##name,
#include "policies.def"
#undef SLEAVE_POLICY
  SLEAVE_POLICY_COUNT
};

enum sleave_descriptor_kind {
#define SLEAVE_DESCRIPTOR(name, words) SLEAVE_DESCRIPTOR_##name,
#include "descriptors.def"
#undef SLEAVE_DESCRIPTOR
  SLEAVE_DESCRIPTOR_COUNT
};

enum sleave_escape_kind {
#define SLEAVE_ESCAPE(name, words) SLEAVE_ESCAPE_##name,
#include "escapes.def"
#undef SLEAVE_ESCAPE
  SLEAVE_ESCAPE_COUNT
};

enum sleave_sight {
#define SLEAVE_SIGHT(name, words) SLEAVE_SIGHT_##name,
#include "program/sights.def"
#undef SLEAVE_SIGHT
  SLEAVE_SIGHT_COUNT
};

enum sleave_role {
#define SLEAVE_ROLE(name, state, words) SLEAVE_ROLE_##name,
#include "roles.def"
#undef SLEAVE_ROLE
  SLEAVE_ROLE_COUNT
};

enum sleave_retirement {
#define SLEAVE_RETIREMENT(name, words) SLEAVE_RETIREMENT_##name,
#include "retirements.def"
#undef SLEAVE_RETIREMENT
  SLEAVE_RETIREMENT_COUNT
};

enum sleave_rmw_op {
#define SLEAVE_RMW(name) SLEAVE_RMW_##name,
#include "rmw_ops.def"
#undef SLEAVE_RMW
  SLEAVE_RMW_COUNT
};

enum sleave_access_kind {
#define SLEAVE_ACCESS(name, words, writes) SLEAVE_ACCESS_##name,
#include "accesses.def"
#undef SLEAVE_ACCESS
  SLEAVE_ACCESS_COUNT
};

enum sleave_expression_op {
#define SLEAVE_EXPRESSION(name, operands, smtlib, meaning) SLEAVE_OP_##name,
#include "expressions.def"
#undef SLEAVE_EXPRESSION
  SLEAVE_OP_COUNT
};

enum sleave_path_constraint_kind {
#define SLEAVE_PATH_CONSTRAINT(name, turns, words) SLEAVE_PATH_CONSTRAINT_##name,
#include "path_constraints.def"
#undef SLEAVE_PATH_CONSTRAINT
  SLEAVE_PATH_CONSTRAINT_COUNT
};

enum sleave_concretization_kind {
#define SLEAVE_CONCRETIZATION(name, words) SLEAVE_CONCRETIZATION_##name,
#include "concretizations.def"
#undef SLEAVE_CONCRETIZATION
  SLEAVE_CONCRETIZATION_COUNT
};

/* A store of an atomic, by the thread and the number of events that it had executed; what was there before the first
 * one. Never 0. */
#define SLEAVE_STORE_NAME(thread, index) (((uint64_t)(thread) + 1) << 40 | (uint64_t)(index))
#define SLEAVE_STORE_THREAD(name) ((uint32_t)(((name) >> 40) - 1))
#define SLEAVE_STORE_INDEX(name) ((name) & (((uint64_t)1 << 40) - 1))
#define SLEAVE_INITIAL_STORE ((uint64_t)1 << 63)

/* Memory orders, with the values of C11's memory_order; the last one is of accesses that are volatile and not atomic.
 */
enum sleave_order {
  SLEAVE_ORDER_relaxed,
  SLEAVE_ORDER_consume,
  SLEAVE_ORDER_acquire,
  SLEAVE_ORDER_release,
  SLEAVE_ORDER_acq_rel,
  SLEAVE_ORDER_seq_cst,
  SLEAVE_ORDER_volatile
};

#endif

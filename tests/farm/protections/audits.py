"""Runs that are repeated."""

from calls import SAMPLED
from protections import protection


def sampled(case):
    first, second = case.node("a"), case.node("b")
    first.call()
    second.call()
    first.audit(sampled=[("r00", SAMPLED)])
    return first, second, int(case.value(f"SELECT id FROM farm.samples WHERE campaign = {case.campaign}"))


@protection("samples are those of a lease", [("sync_v1", r"NOT FOUND OR own\.seq", "own.seq")], "0", "1")
def late_sample(case):
    node = case.node("a")
    node.call()
    case.expire()
    node.audit(sampled=[("r00", SAMPLED)])
    return case.value(f"SELECT count(*) FROM farm.samples WHERE campaign = {case.campaign}")


@protection("results are of samples that the node was given", [("take_results", r"AND s\.lease = p_token ORDER BY", "ORDER BY")],
            (1, "open"), (0, "complete"))
def result_without_sample(case):
    """A node that errs confirms itself."""
    first, _, sample = sampled(case)
    first.audit(results=[(sample, SAMPLED)])
    left = int(case.value(f"SELECT count(*) FROM farm.samples WHERE campaign = {case.campaign}"))
    first.claim()
    while first.held:
        first.do(*first.held.values())
    return left, case.finish()


@protection("a repeated call gets its samples again",
            [("sync_v1", r"SELECT array_agg\(s\.id\), array_agg\(s\.item\) INTO sample_ids, samples.*?;", "")], (True, "complete"), (False, "open"))
def lost_sample(case):
    """A sample whose answer was lost is nobody's."""
    first, second, sample = sampled(case)
    first.claim()
    while first.held:
        first.do(*first.held.values())
    second.call(seq=2, repeat=1)
    second.call(seq=2, repeat=1)
    again = second.samples
    second.audit(results=[(one, SAMPLED) for one in again])
    return again == [sample], case.finish()


@protection("another node repeats", [("may_repeat", r"\(p_node <> p_sample\.node", "(true")], (0, 1), (1, 0))
def own_sample(case):
    first, second, _ = sampled(case)
    return len(first.audit(want=1)), len(second.audit(want=1))


@protection("a third node decides", [("may_repeat", r"AND p_node IS DISTINCT FROM p_sample\.second_node", "")], (0, ""), (1, "a"))
def judge_of_its_own(case):
    """The second node, which errs, is asked once more, and agrees with itself."""
    _, second, sample = sampled(case)
    second.audit(want=1)
    second.audit(results=[(sample, SAMPLED + 1)])
    again = second.audit(want=1)
    if again:
        second.audit(results=[(sample, SAMPLED + 1)])
    return len(again), case.value(f"SELECT coalesce(wrong_node, '') FROM farm.differences WHERE campaign = {case.campaign}")


@protection("repetitions are compared", [("compare", r"AND p_hash = p_sample\.hash THEN", "THEN")], "ended", "complete")
def different_repetition(case):
    _, second, sample = sampled(case)
    second.audit(want=1)
    second.audit(results=[(sample, SAMPLED + 1)])
    return case.outcome()[0]

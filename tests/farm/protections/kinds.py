"""Campaigns that sample, and jobs besides a search."""

from calls import RIGHT
from protections import protection
from protections.end import crash, durable


@protection("what samples is never complete", [("finish_v1", r"AND differences = 0 THEN now_claim", "AND differences = 0 THEN 'complete'")],
            ("sampled", *RIGHT[1:]), RIGHT, claim="sampled")
def claim_of_samples(case):
    return case.outcome()


@protection("a search does not only sample", [("finish_v1", r"THEN now_claim", "THEN 'sampled'")], RIGHT, ("sampled", *RIGHT[1:]))
def claim_of_search(case):
    return case.outcome()


def state_at_time(case, deadline):
    case.session.query(f"UPDATE farm.campaigns SET deadline = {deadline} WHERE id = {case.campaign}; SELECT farm.expire_v1('0 s')")
    return case.totals()[0]


@protection("a campaign has all of its time", [("end_late", r"AND deadline < clock_timestamp\(\)", "")], "open", "sampled", claim="sampled")
def end_before_time(case):
    return state_at_time(case, "clock_timestamp() + interval '1 hour'")


@protection("the end of a campaign's time is no other end", [("end_late", r"state = 'open' AND ", "")], "canceled", "sampled", claim="sampled")
def end_after_cancel(case):
    case.session.query(f"SELECT farm.cancel_v1({case.campaign})")
    return state_at_time(case, "clock_timestamp()")


@protection("of too many classes few are kept", [("add_classes", r"IF many <= farm\.most_classes\(\) THEN RETURN; END IF;", "RETURN;")], True, False)
def many_classes(case):
    case.session.query(f"SELECT farm.add_classes({case.campaign}, array_agg(hashint8extended(n, 0))) FROM generate_series(1, 40000) AS n")
    return int(case.value(f"SELECT count(*) FROM farm.classes WHERE campaign = {case.campaign}")) <= 16384


def finder(case, **options):
    node = case.node("a", **options)
    node.call()
    node.find()
    return node


@protection("a job is one node's", [("begin_job_v1", r"AND NOT farm\.is_refined_now\(f\)", "")], (1, 0), (1, 1))
def job_at_once(case):
    node, other = finder(case), case.node("b")
    return node.begin_job(), other.begin_job()


@protection("the job of a lost node is the next one's", [("is_refined_now", r"AND p_finding\.refine_until >= clock_timestamp\(\)", "")], (1, 1), (1, 0))
def job_of_lost_node(case):
    node, other = finder(case), case.node("b")
    return node.begin_job(lease="-1 s"), other.begin_job()


@protection("a job that ended five nodes is given up", [("awaits_refining", r"AND p_finding\.refine_attempts < farm\.most_refinings\(\)", "")],
            [1, 1, 1, 1, 1, 0], [1, 1, 1, 1, 1, 1])
def job_that_ends_nodes(case):
    node = finder(case)
    return [node.begin_job(number, lease="-1 s") for number in range(6)]


@protection("a node that ends in order does not count", [("leave_job_v1", r", refine_attempts = refine_attempts - 1", "")], 1, 0)
def job_left(case):
    node = finder(case)
    for number in range(5):
        node.begin_job(number)
        node.session.query(f"SELECT farm.leave_job_v1('{node.job(number)}', {case.campaign})")
    return node.begin_job(6)


@protection("what is minimized is no job any more", [("end_job_v1", r"refining = 'done', ", "")], 0, 1)
def job_again(case):
    node = finder(case)
    node.begin_job()
    node.end_job()
    return node.begin_job(2)


@protection("findings of a canceled campaign are no jobs", [("awaits_refining", r"AND p_campaign\.state <> 'canceled' ", "")], 0, 1)
def job_of_canceled(case):
    node = finder(case)
    case.session.query(f"SELECT farm.cancel_v1({case.campaign})")
    return node.begin_job()


@protection("only a node that is admitted gets a job", [("begin_job_v1", r"IF NOT farm\.is_admitted\(p_campaign, p_node\) THEN RETURN; END IF;", "")], 0, 1)
def job_without_admission(case):
    node = finder(case)
    case.session.query(f"DELETE FROM farm.admissions WHERE campaign = {case.campaign}")
    return node.begin_job()


@protection("only the same failure takes a finding's place", [("end_job_v1", r"p_report::jsonb->>'signature' = old\.signature\s+AND", "")],
            ("f", "\\x01"), ("t", "\\x02"))
def other_failure(case):
    node = finder(case)
    node.begin_job()
    return node.end_job(signature="t"), stored(case)


@protection("no larger run takes a finding's place", [("end_job_v1", r"AND \(p_replay = old\.replay OR farm\.size_of\(p_report\) <= farm\.size_of\(old\.report\)\)", "")],
            ("f", "\\x01"), ("t", "\\x02"))
def larger_run(case):
    node = finder(case)
    node.begin_job()
    return node.end_job(switches=6), stored(case)


def stored(case):
    return case.value(f"SELECT replay FROM farm.findings WHERE campaign = {case.campaign}")


def late_end(case):
    """The node was late, and its job is another one's, who is about to say so."""
    node, other = finder(case, own_session=True), case.node("b", own_session=True)
    node.begin_job(lease="-1 s")
    other.session.query("BEGIN")
    other.begin_job()
    node.session.begin(f"SELECT {node.ending_job()}")
    case.settle(node.session)
    other.session.query("COMMIT")
    return node.session.end()[0][0], other.end_job(switches=2)


protection("a node that has lost its job does not end it", [("end_job_v1", r"AND refine_token = p_token FOR UPDATE", "FOR UPDATE")],
           ("f", "t"), ("t", "t"))(late_end)
protection("end_job_v1 locks the finding", [("end_job_v1", r"AND refine_token = p_token FOR UPDATE", "AND refine_token = p_token")],
           ("f", "t"), ("t", "f"))(late_end)


@protection("a minimized finding is kept before its node forgets it", durable("end_job_v1"), "\\x02", "\\x01")
def job_and_crash(case):
    node = finder(case)
    node.begin_job()
    crashes = crash(case)
    node.end_job()
    crashes()
    return stored(case)

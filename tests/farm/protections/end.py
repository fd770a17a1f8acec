"""The end of a campaign, what is kept of it when the server is lost, and findings."""

import os
import signal

from calls import RIGHT, SAMPLED
from protections import protection


@protection("what has an open row is not over", [("finish_v1", r"IF rows_left > poisoned THEN RETURN 'open'; END IF;", "")], RIGHT, ("ended", 0, 0, 0))
def early_end(case):
    case.finish()
    return case.outcome()


@protection("what has a row set aside is not complete", [("finish_v1", r"rows_left = 0 AND ledger = 0 AND", "")], "ended", "complete")
def end_with_poisoned_row(case):
    """r1 is set aside. The ledger shows it, too."""
    node = case.node("a")
    node.claim()
    node.do("r", free=True)
    case.session.query(f"UPDATE farm.items SET attempts = 5 WHERE campaign = {case.campaign} AND bytes = 'r1'::bytea")
    return case.outcome()[0]


@protection("a ledger that is off is not complete", [("finish_v1", r"AND ledger = 0 AND", "AND")], ("ended", 2, 3, 1), ("complete", 2, 3, 1))
def end_with_lost_row(case):
    """Somebody deletes a row."""
    node = case.node("a")
    node.claim()
    node.do("r", free=True)
    case.session.query(f"DELETE FROM farm.items WHERE campaign = {case.campaign} AND bytes = 'r1'::bytea")
    return case.outcome()


@protection("a search with a gap is not complete", [("finish_v1", r"AND gaps = 0 AND", "AND")], "ended", "complete")
def end_with_gap(case):
    case.node("a").call(notes='[["gap", "x"]]')
    return case.outcome()[0]


@protection("a search without a class is not complete", [("finish_v1", r"AND classes > 0 AND", "AND")], "ended", "complete")
def end_without_class(case):
    node = case.node("a")
    node.claim()
    node.call(removed=[node.row("r")], totals=(0, 1, 0, 0, 0, 0, 1))
    return case.outcome()[0]


@protection("a search with a difference is not complete", [("finish_v1", r"AND differences = 0 THEN", "THEN")], "ended", "complete")
def end_with_difference(case):
    first, second = case.node("a"), case.node("b")
    first.call()
    second.call()
    first.audit(sampled=[("r00", SAMPLED)])
    for sample in second.audit(want=1):
        second.audit(results=[(sample, SAMPLED + 1)])
    return case.outcome()[0]


@protection("samples are repeated before the end", [("finish_v1", r"IF EXISTS \(SELECT FROM farm\.samples s.*?END IF;", "")], "open", "ended")
def end_before_repeat(case):
    node = case.node("a")
    node.claim()
    node.audit(sampled=[("r00", SAMPLED)])
    while node.held:
        node.do(*node.held.values())
    return case.finish()


@protection("a campaign that was canceled stays so", [("finish_v1", r"IF now_state IS DISTINCT FROM 'open' THEN RETURN now_state; END IF;", "")],
            "canceled", "complete")
def end_after_cancel(case):
    node = case.node("a")
    node.claim()
    while node.held:
        node.do(*node.held.values())
    case.session.query(f"SELECT farm.cancel_v1({case.campaign})")
    return case.finish()


def end_while_somebody_learns(case):
    """Nothing is open, and one node has learned something. The end of the old epoch is not that of the new one."""
    node, other = case.node("a", own_session=True), case.other()
    node.claim()
    while node.held:
        node.do(*node.held.values())
    node.session.query("BEGIN")
    node.learn()
    other.begin(f"SELECT farm.finish_v1({case.campaign})")
    case.settle(other)
    node.session.query("COMMIT")
    return other.end()[0][0], int(case.value(f"SELECT count(*) FROM farm.items WHERE campaign = {case.campaign}"))


protection("finish_v1 locks the campaign", [("finish_v1", r"AND farm\.may_see\(team\) FOR NO KEY UPDATE;", "AND farm.may_see(team);")],
           ("open", 1), ("complete", 1))(end_while_somebody_learns)
# As if all were one statement, which has one snapshot.
protection("finish_v1 looks after it has the lock",
           [("finish_v1", r"AND farm\.may_see\(team\) FOR NO KEY UPDATE;(.*?)(?=  IF rows_left > poisoned)",
             r"AND farm.may_see(team);\1  PERFORM FROM farm.campaigns WHERE id = p_campaign FOR NO KEY UPDATE;\n")],
           ("open", 1), ("complete", 1))(end_while_somebody_learns)


def durable(function):
    return [(function, r"PERFORM set_config\('synchronous_commit', 'on', true\);", "")]


def crash(case):
    """The server is lost with all that it has not written. Its process that writes now and then does not."""
    writer = int(case.value("SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'"))
    case.server.query("CHECKPOINT")
    os.kill(writer, signal.SIGSTOP)

    def end():
        case.close()
        case.sessions = []
        case.session.close()
        case.server.crash(stopped=writer)
        case.server.start()
        case.session.open()
    return end


@protection("an end is kept before anybody hears of it", durable("finish_v1"), ("complete", "complete"), ("complete", "open"))
def end_and_crash(case):
    node = case.node("a")
    node.claim()
    while node.held:
        node.do(*node.held.values())
    crashes = crash(case)
    said = case.value(f"SELECT farm.finish_v1({case.campaign})")
    crashes()
    return said, case.totals()[0]


@protection("a campaign is kept before its number is told", durable("submit_v1"), 1, 0)
def submit_and_crash(case):
    crashes = crash(case)
    campaign = case.value("SELECT farm.submit_v1('late', '{}', 'none', true, 'r'::bytea, '')")
    crashes()
    return int(case.value(f"SELECT count(*) FROM farm.campaigns WHERE id = {campaign} AND name = 'late'"))


@protection("a finding is kept before its node forgets it", durable("add_findings"), 1, 0)
def finding_and_crash(case):
    node = case.node("a")
    node.call()
    crashes = crash(case)
    node.call(findings='[{"signature": "s", "kind": "deadlock", "report": "", "replay": ""}]')
    crashes()
    return int(case.value(f"SELECT count(*) FROM farm.findings WHERE campaign = {case.campaign}"))


@protection("findings have numbers of their own", [("add_findings", r"PERFORM 1 FROM farm\.campaigns WHERE id = p_campaign FOR UPDATE;", "")],
            "1,2", "1,1")
def findings_at_once(case):
    first, second = case.node("a", own_session=True), case.node("b", own_session=True)
    first.call()
    second.call()
    finding = '[{{"signature": "{}", "kind": "deadlock", "report": "", "replay": ""}}]'
    first.session.query("BEGIN")
    first.call(findings=finding.format("s"))
    second.begin(findings=finding.format("t"))
    case.settle(second.session)
    first.session.query("COMMIT")
    second.end()
    return case.value(f"SELECT string_agg(id::text, ',' ORDER BY id) FROM farm.findings WHERE campaign = {case.campaign}")


@protection("a finding does not end a campaign twice", [("add_findings", r"AND state = 'open' AND NOT keep_going", "AND NOT keep_going")],
            "canceled", "found", keep_going=False)
def finding_after_cancel(case):
    node = case.node("a")
    node.call()
    case.session.query(f"SELECT farm.cancel_v1({case.campaign})")
    node.call(findings='[{"signature": "s", "kind": "deadlock", "report": "", "replay": ""}]')
    return case.totals()[0]

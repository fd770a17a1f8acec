"""Rows: when they are free, and who gets them."""

import calls
from calls import RIGHT
from protections import protection


@protection("a lease is over under its lock only", [("expire_v1", r"FOR UPDATE SKIP LOCKED LOOP", "LOOP")],
            (0, ("open", 0, 0, 0), RIGHT), (2, ("open", 0, 0, 0), ("open", 0, 0, 0)))
def expired_while_called(case):
    """A late call is being executed while its lease is found to be over."""
    node, other = case.node("a", own_session=True), case.other()
    node.claim(lease="0 s")
    node.session.query("BEGIN")
    node.do("r")
    other.begin("SELECT farm.expire_v1('0 s')")
    case.settle(other)
    node.session.query("COMMIT")
    other.end()
    return case.orphans(), case.totals(), case.outcome()


@protection("only leases whose time has come are over", [("expire_v1", r"WHERE until < clock_timestamp\(\)", "WHERE true")], "ok", "fenced")
def expired_early(case):
    node = case.node("a")
    node.claim()
    case.session.query("SELECT farm.expire_v1('0 s')")
    return node.call()


@protection("an outage of the server is nobody's fault",
            [("expire_v1", r"IF clock_timestamp\(\) < pg_postmaster_start_time\(\) \+ p_lease THEN RETURN 0; END IF;", "")], "ok", "fenced")
def expired_after_outage(case):
    node = case.node("a")
    node.claim(lease="0 s")
    case.session.query("SELECT farm.expire_v1('1 day')")  # the server has not been there for a day
    return node.call()


@protection("a claim takes free rows", [("claim", r"AND lease IS NULL AND attempts < farm\.suspect_attempts\(\)", "AND attempts < farm.suspect_attempts()")],
            (1, 0, "ok"), (1, 1, "SL001"))
def claimed_from_another(case):
    first, second = case.node("a"), case.node("b")
    first.claim()
    second.claim()
    return len(first.held), len(second.held), first.do("r")


@protection("a claim takes rows of its campaign",
            [("claim", r"WHERE campaign = p_campaign AND epoch = p_epoch AND lease IS NULL AND attempts < farm\.suspect_attempts\(\)",
              "WHERE epoch = p_epoch AND lease IS NULL AND attempts < farm.suspect_attempts()")], [], ["r"])
def claimed_of_another_campaign(case):
    calls.Case(case.server, case.session)
    node = case.node("a")
    node.claim()
    node.do("r")
    before = dict(node.held)
    node.claim()
    return [payload for row, payload in node.held.items() if row not in before]


@protection("a claim locks what it takes", [("claim", r"(LIMIT p_want - got) FOR UPDATE SKIP LOCKED", r"\1")], ("a", 0), ("b", 1))
def claimed_at_once(case):
    first, second = case.node("a", own_session=True), case.node("b", own_session=True)
    first.call()
    second.call()
    first.session.query("BEGIN")
    first.claim()
    second.begin(want=1)
    case.settle(second.session)
    first.session.query("COMMIT")
    second.end()
    return case.holder(), len(second.held)


@protection("a row that ended five nodes is set aside", [("claim", r"AND lease IS NULL AND attempts < farm\.most_attempts\(\)", "AND lease IS NULL")],
            ([1, 1, 1, 1, 1, 0], ("ended", 0, 0, 0)), ([1, 1, 1, 1, 1, 1], RIGHT))
def poisoned_row(case):
    claimed = []
    for number in range(6):
        node = case.node(f"n{number}")
        node.claim()
        claimed.append(len(node.held))
        case.expire()
    return claimed, case.outcome()


@protection("nodes that end in order are not blamed", [("release_v1", r"attempts - CASE WHEN claimed_seq IS NULL THEN 0 ELSE 1 END", "attempts")],
            RIGHT, ("ended", 0, 0, 0))
def released(case):
    for number in range(5):
        node = case.node(f"n{number}")
        node.claim()
        case.session.query(f"SELECT farm.release_v1('{node.token}')")
    return case.outcome()

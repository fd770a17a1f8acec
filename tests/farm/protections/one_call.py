"""One call: its lease and number, its rows and the ledger, its epoch and threads."""

import postgres
from calls import RIGHT
from protections import protection


@protection("the lease of a call exists", [("sync_v1", r"NOT FOUND OR own\.seq", "own.seq")], ("fenced", RIGHT), ("ok", ("open", 0, 0, 0)))
def late_call(case):
    """A row that is claimed for a lease that has ended is never freed."""
    node = case.node("a")
    node.call()
    case.expire()
    return node.claim(), case.outcome()


@protection("the lease of a call is locked", [("sync_v1", r"(WHERE l\.token = p_token) FOR UPDATE;", r"\1;")],
            ("ok", 0, RIGHT), ("ok", 1, ("open", 0, 0, 0)))
def call_while_lease_expires(case):
    """Between two steps of a call, its lease is found to be over."""
    node, blocker = case.node("a", own_session=True), case.other("BEGIN")
    node.call(lease="0 s")
    blocker.query(f"SELECT FROM farm.epochs WHERE campaign = {case.campaign} FOR UPDATE")
    node.begin(want=1, threads="{-1,0,0,1}", lease="1 hour")
    assert case.settle(node.session), "the call is in its middle"
    case.session.query("SELECT farm.expire_v1('0 s')")
    blocker.query("COMMIT")
    return node.end(), case.orphans(), case.outcome()


@protection("a call follows the one before", [("sync_v1", r"own\.seq NOT IN \(p_seq, p_seq - 1\)", "false")],
            (["fenced"], RIGHT), (["ok", "ok", "ok"], ("complete", 4, 6, 0)))
def lost_commit(case):
    """A standby that lags is promoted: a call was answered, and the database has neither it nor the numbers that it gave to rows."""
    node = case.node("a", own_session=True)
    node.claim()
    node.do("r")
    node.session.query("BEGIN")
    numbered = case.value("SELECT last_value FROM farm.items_id_seq")
    node.do("r0")
    lost = dict(node.held)  # r1, r00, r01
    node.session.query("ROLLBACK")
    case.session.query(f"SELECT setval('farm.items_id_seq', {numbered})")
    said = [node.do("r1")]  # its children have the numbers that r00 and r01 had
    for payload in ("r00", "r01"):
        if said[-1] == "ok":
            node.held = lost
            said.append(node.do(payload))
    return said, case.outcome()


@protection("a repeated call is answered again", [("sync_v1", r"ELSIF own\.seq = p_seq THEN", "ELSIF false THEN")],
            ("again", ["r0", "r1"], RIGHT), ("SL001", [], RIGHT))
def lost_answer(case):
    node = case.node("a")
    node.claim()
    call = node.work("r")
    node.call(seq=2, **call)
    node.held = {}
    return node.call(seq=2, **call), sorted(node.held.values()), case.outcome()


@protection("an answered call claims once", [("sync_v1", r"ELSIF own\.seq = p_seq THEN", "ELSIF false THEN")], 1, 2)
def claimed_twice(case):
    node = case.node("a")
    node.claim()
    node.do("r", free=True)
    node.claim(seq=3)
    node.claim(seq=3)
    return len(node.held)


@protection("a node removes its own rows only", [("sync_v1", r"AND i\.lease IS NOT DISTINCT FROM p_token RETURNING", "RETURNING")],
            ("SL001", "ok", RIGHT), ("ok", "SL001", ("complete", 4, 6, 0)))
def row_of_another(case):
    """A node takes the number of another node's row for one of its own: r0 is counted twice, and r1 never."""
    first, second = case.node("a"), case.node("b")
    first.claim()
    first.do("r", free=True)
    first.claim()
    second.claim()
    held = {first.row(payload): payload for payload in first.held.values()} | {second.row(payload): payload for payload in second.held.values()}
    rows = {payload: row for row, payload in held.items()}
    # Which of both has r0 is chance.
    wrong, owner = (first, second) if "r0" in first.held.values() else (second, first)
    said = wrong.call(removed=[rows["r1"]], **wrong.results(["r0"]))
    then = owner.do("r1")
    return said, then, case.outcome()


@protection("rows that are missing are noticed", [("sync_v1", r"IF k <> cardinality\(p_removed\) THEN", "IF false THEN")], "SL001", "SL002")
def missing_row(case):
    """A node continues after SL001. After SL002 it does not: that is a defect."""
    node = case.node("a")
    node.call()
    return node.call(removed=[999_999], **node.results(["r00"]))


@protection("the numbers of a call add up", [("sync_v1", r"IF k <> cardinality\(p_removed\) THEN", "IF false THEN"),
                                             ("sync_v1", r"<> p_totals\[6\] - p_totals\[7\] THEN", "IS NULL THEN")],
            ("SL001", RIGHT), ("ok", ("ended", 5, 16, -1)))
def missing_row_counted(case):
    node = case.node("a")
    node.call()
    return node.call(removed=[999_999], **node.results(["r00"])), case.outcome()


@protection("items made and done are those of the rows", [("sync_v1", r"<> p_totals\[6\] - p_totals\[7\] THEN", "IS NULL THEN")],
            ("SL002", RIGHT), ("ok", ("ended", 4, 15, -1)))
def unbalanced_call(case):
    node = case.node("a")
    node.claim()
    return node.do("r", totals=(0, 0, 0, 0, 0, 1, 1)), case.outcome()


@protection("a call is of the campaign's epoch", [("sync_v1", r"IF sync_v1\.epoch <> p_epoch THEN", "IF false THEN")],
            ("epoch", "complete"), ("ok", "open"))
def old_epoch(case):
    """A node that is not told of the new epoch never gets work of it."""
    first, second = case.node("a"), case.node("b")
    first.call()
    second.call()
    second.learn()
    said = first.claim()
    if said == "epoch":
        first.epoch = 2
    first.claim()
    while first.held:
        first.do(*first.held.values())
    case.finish()
    return said, case.totals()[0]


@protection("rows name threads as the campaign does", [("sync_v1", r"IF NOT farm\.add_threads\(p_campaign, p_epoch, p_threads\) THEN", "IF false THEN")],
            ("threads", 0), ("ok", 2))
def other_threads(case):
    """Rows for all nodes whose items name another thread by a place of the table."""
    first, second = case.node("a"), case.node("b")
    first.claim()
    first.do("r", free=True)
    first.claim(threads="{-1,0,0,1}")
    second.claim()
    said = second.do(*second.held.values(), threads="{-1,0,0,2}", free=True)
    return said, int(case.value(f"SELECT count(*) FROM farm.items WHERE campaign = {case.campaign} AND lease IS NULL"))


@protection("the table of threads is read under its lock", [("add_threads", r"AND epoch = p_epoch FOR UPDATE;", "AND epoch = p_epoch;")],
            ("ok", "threads", "{-1,0,0,1}"), ("ok", "ok", "{-1,0,0,2}"))
def threads_at_once(case):
    first, second = case.node("a", own_session=True), case.node("b", own_session=True)
    first.call()
    second.call()
    first.session.query("BEGIN")
    said = first.call(threads="{-1,0,0,1}")
    second.begin(threads="{-1,0,0,2}")
    case.settle(second.session)
    first.session.query("COMMIT")
    return said, second.end(), case.value(f"SELECT threads FROM farm.epochs WHERE campaign = {case.campaign}")


@protection("who learns has a lease", [("learn_v1", r"(AND campaign = p_campaign FOR UPDATE;)\s+IF NOT FOUND THEN RETURN false; END IF;", r"\1")],
            ("f", "1"), ("t", "2"))
def late_learner(case):
    node = case.node("a")
    node.call()
    case.expire()
    return node.learn(), case.value(f"SELECT epoch FROM farm.campaigns WHERE id = {case.campaign}")


@protection("who learns second joins the epoch of the first", [("learn_v1", r"AND epoch = p_epoch AND state = 'open'", "AND state = 'open'")],
            ("t", "f"), ("t", "23505"))
def learned_twice(case):
    first, second = case.node("a"), case.node("b")
    first.call()
    second.call()
    return first.learn(), second.learn()


@protection("a campaign that is over learns nothing", [("learn_v1", r"AND epoch = p_epoch AND state = 'open'", "AND epoch = p_epoch")],
            ("f", 0), ("t", 1))
def learned_after_the_end(case):
    """Its certificate would have a row that is open."""
    node = case.node("a")
    node.claim()
    while node.held:
        node.do(*node.held.values())
    assert case.finish() == "complete"
    return node.learn(), int(case.value(f"SELECT count(*) FROM farm.items WHERE campaign = {case.campaign}"))


@protection("two that learn at once wait for each other", [("learn_v1", r"AND state = 'open' FOR UPDATE;", "AND state = 'open';")],
            ("t", "f"), ("t", "23505"))
def learn_at_once(case):
    first, second = case.node("a", own_session=True), case.node("b", own_session=True)
    first.call()
    second.call()
    first.session.query("BEGIN")
    said = first.learn()
    second.session.begin(f"SELECT {second.learning()}")
    case.settle(second.session)
    first.session.query("COMMIT")
    try:
        return said, second.session.end()[0][0]
    except postgres.Refused as refused:
        return said, refused.code

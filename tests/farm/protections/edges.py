"""Coverage: the union of edges, and inputs that are kept for them."""

from protections import protection


def union(case):
    return case.value(f"SELECT taken FROM farm.coverage WHERE campaign = {case.campaign}")


def kept(case):
    return int(case.value(f"SELECT count(*) FROM farm.inputs WHERE campaign = {case.campaign}"))


@protection("the union of edges is read under its lock", [("add_coverage", r"AND c\.edges = one\.edges FOR UPDATE;", "AND c.edges = one.edges;")],
            "11100000", "10100000")
def covered_at_once(case):
    first, second = case.node("a", own_session=True), case.node("b", own_session=True)
    first.call(**first.cover("80"))
    second.call()
    first.session.query("BEGIN")
    first.call(**first.cover("40"))
    second.begin(**second.cover("20"))
    case.settle(second.session)
    first.session.query("COMMIT")
    second.end()
    return union(case)


@protection("edges stay in the union", [("add_coverage", r"SET taken = known \| one\.taken", "SET taken = one.taken")], "11000000", "01000000")
def covered_one_by_one(case):
    node = case.node("a")
    node.call(**node.cover("80"))
    node.call(**node.cover("40"))
    return union(case)


@protection("an input is kept for edges that nobody has brought", [("add_coverage", r"WHERE EXISTS \(SELECT FROM .*?get_bit\(known, e::int\) = 0\)", "")],
            (1, 2), (2, 3))
def inputs_of_the_same_edge(case):
    first, second = case.node("a"), case.node("b")
    first.call(**first.cover("c0", [("x", [0, 1])]))
    second.call(**second.cover("60", [("y", [1]), ("z", [2])]))
    third = case.node("c")
    before = kept(case) - 1
    third.call(**third.cover("10", [("z", [3]), ("y", [1])]))
    return before, kept(case)


@protection("edges of an older epoch are not the campaign's", [("coverage_v1", r" AND c\.epoch = v\.epoch", ""), ("inputs_v1", r" AND c\.epoch = i\.epoch", "")],
            (0, 0), (1, 1))
def covered_before(case):
    node = case.node("a")
    node.call(**node.cover("80", [("x", [0])]))
    node.learn()
    return tuple(int(case.value(f"SELECT count(*) FROM farm.{what}_v1({case.campaign})")) for what in ("coverage", "inputs"))


@protection("an input is kept once", [("add_coverage", r"ON CONFLICT DO NOTHING;\s+END \$", "; END $")], ("ok", 1), ("23505", 1))
def input_of_two_runs(case):
    """The same content takes other edges on another node, under another schedule."""
    first, second = case.node("a"), case.node("b")
    first.call(**first.cover("80", [("x", [0])]))
    return second.call(**second.cover("40", [("x", [1])])), kept(case)

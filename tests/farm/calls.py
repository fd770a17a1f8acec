"""Calls of the farm's functions as SQL, by nodes that are played: their search is a tree of two levels whose results are known. So each
call can come early, late, twice, or at the same time as another one, always in the same order."""

import itertools
import json
import time

import postgres

MAIN_ONLY = "{-1,0}"  # threads
NO_TOTALS = (0, 0, 0, 0, 0, 0, 0)
# The tree: root "r", "r0" and "r1", and four leaves. Each leaf is a class whose hash is another power of two.
LEAVES = {"r00": 1, "r01": 2, "r10": 4, "r11": 8}
CHILDREN = {"r": ["r0", "r1"], "r0": ["r00", "r01"], "r1": ["r10", "r11"]}
SAMPLED = 5  # the right hash of all samples
RIGHT = ("complete", len(LEAVES), sum(LEAVES.values()), 0)

tokens = itertools.count(1)


def numbers(text):
    return [int(number) for number in text.split(",")] if text else []


def report_of(signature, switches):
    """Of a finding, as far as the database reads it."""
    return json.dumps({"signature": signature, "switches": switches, "threads": [{}, {}], "events": 10 * switches})


def array(values):
    return "'{" + ",".join(str(value) for value in values) + "}'"


class Node:
    """Names rows by their ids, as real nodes do."""

    def __init__(self, case, name, session=None):
        self.case, self.name = case, name
        self.session = session or case.session
        self.token = f"00000000-0000-4000-8000-{next(tokens):012d}"
        self.seq = 0
        self.epoch = 1
        self.held = {}  # payload of each row
        self.sent = {}
        self.samples = []  # that the last call has given
        case.session.query(f"INSERT INTO farm.admissions VALUES ({case.campaign}, '{name}') ON CONFLICT DO NOTHING")

    def text(self, seq=None, removed=(), rows=(), totals=NO_TOTALS, class_sum=0, threads=MAIN_ONLY, notes="[]", findings="[]", want=0,
             lease="1 hour", free=False, sampled=(), results=(), repeat=0, coverage="[]", inputs=()):
        payloads = "ARRAY[" + ",".join(f"convert_to('{row}', 'UTF8')" for row in rows) + "]::bytea[]"
        ones = array(1 for _ in rows)
        contents = "ARRAY[" + ",".join(f"convert_to('{content}', 'UTF8')" for content in inputs) + "]::bytea[]"
        items = "ARRAY[" + ",".join(f"convert_to('{item}', 'UTF8')" for item, _ in sampled) + "]::bytea[]"
        return ("SELECT status, array_to_string(new_ids, ','), array_to_string(ids, ','), array_to_string(sample_ids, ','), "
                "(SELECT string_agg(convert_from(p, 'UTF8'), ',' ORDER BY place) FROM unnest(payloads) WITH ORDINALITY AS u (p, place)) "
                f"FROM farm.sync_v1('{self.token}', '{self.name}', {self.case.campaign}, {self.epoch}, {seq or self.seq + 1}, '{lease}', "
                f"{array(removed)}, {payloads}, {ones}, {ones}, {array(0 for _ in rows)}, {array(str(free)[0].lower() for _ in rows)}, "
                f"{array(totals)}, '{class_sum:032x}', 0, '{threads}', '{notes}', '{findings}', {want}, 1, "
                f"{items}, {array(1 for _ in sampled)}, {array(hashed for _, hashed in sampled)}, {array(sample for sample, _ in results)}, "
                f"{array(hashed for _, hashed in results)}, '{{}}', {repeat}, '{{}}', '{coverage}', {contents})")

    def begin(self, **what):
        """Sends a call. end() reads its answer."""
        self.sent = what
        self.session.begin(self.text(**what))

    def end(self):
        """The answer's status, or the SQLSTATE of what was refused."""
        try:
            status, made, claimed, samples, payloads = self.session.end()[0]
        except postgres.Refused as refused:
            return refused.code
        self.samples = numbers(samples)
        if status in ("ok", "epoch"):
            self.seq = self.sent.get("seq") or self.seq + 1
        if status in ("ok", "again"):
            for row in self.sent.get("removed", ()):
                self.held.pop(row, None)
            if not self.sent.get("free"):
                self.held.update(zip(numbers(made), self.sent.get("rows", ())))
            self.held.update(zip(numbers(claimed), payloads.split(",")))
        return status

    def call(self, **what):
        self.begin(**what)
        return self.end()

    def claim(self, want=1, **what):
        return self.call(want=want, **what)

    def row(self, payload):
        return next(row for row, held in self.held.items() if held == payload)

    @staticmethod
    def results(payloads):
        """Rows and totals that take the place of these."""
        children = [child for payload in payloads for child in CHILDREN.get(payload, ())]
        leaves = [LEAVES[payload] for payload in payloads if payload in LEAVES]
        return {"rows": children, "totals": (len(leaves), 0, 0, 0, 0, len(children), len(payloads)), "class_sum": sum(leaves)}

    def work(self, *payloads, **what):
        """The call that hands in these."""
        return {"removed": [self.row(payload) for payload in payloads], **self.results(payloads), **what}

    def do(self, *payloads, **what):
        return self.call(**self.work(*payloads, **what))

    def learn(self, session=None):
        try:
            return (session or self.session).query(f"SELECT {self.learning()}")[0][0]
        except postgres.Refused as refused:
            return refused.code

    def learning(self):
        return f"farm.learn_v1('{self.token}', {self.case.campaign}, {self.epoch}, '{{}}', '{MAIN_ONLY}', 'r'::bytea)"

    def find(self, signature="s", switches=5):
        """Hands a finding in."""
        self.call(findings='[{"signature": "%s", "kind": "crash", "report": %s, "replay": "01"}]' % (
            signature, json.dumps(report_of(signature, switches))))

    def cover(self, taken, inputs=(), **what):
        """Hands edges of a module in, in hexadecimal digits, and inputs: their contents and the edges that they take."""
        module = {"path": "/m", "build_id": "ab", "place": 0, "edges": 4 * len(taken), "taken": taken,
                  "inputs": [[place, edges] for place, (_, edges) in enumerate(inputs, 1)]}
        return {"coverage": json.dumps([module]), "inputs": [content for content, _ in inputs], **what}

    def begin_job(self, number=1, lease="1 hour"):
        """Whether there is one. Its token has a number of its own."""
        rows = self.session.query(f"SELECT replay FROM farm.begin_job_v1('{self.job(number)}', '{self.name}', {self.case.campaign}, '{lease}')")
        return len(rows)

    def job(self, number=1):
        return self.token[:19] + f"{number:04d}" + self.token[23:]

    def ending_job(self, signature="s", switches=3, replay="02", number=1):
        return f"farm.end_job_v1('{self.job(number)}', {self.case.campaign}, '{report_of(signature, switches)}', '\\x{replay}')"

    def end_job(self, **what):
        return self.session.query(f"SELECT {self.ending_job(**what)}")[0][0]

    def audit(self, sampled=(), results=(), want=0):
        """Samples (payload, hash), and results (id, hash) of those of others. The ids that the node gets."""
        self.samples = []
        self.call(sampled=sampled, results=results, repeat=want)
        return self.samples


class Case:
    """A campaign of its own."""

    def __init__(self, server, session, keep_going=True, team="", claim="complete"):
        self.server, self.session = server, session
        self.campaign = int(session.query(
            f"SELECT farm.submit_v1('tree', '{{\"reference\": [[1, 5]], \"minimize\": true}}', 'none', {keep_going}, 'r'::bytea, '{team}', 1, "
            f"'{claim}')")[0][0])
        self.sessions = []

    def node(self, name, own_session=False):
        return Node(self, name, self.other() if own_session else None)

    def other(self, setup=""):
        self.sessions.append(postgres.Session(self.server, setup))
        return self.sessions[-1]

    def close(self):
        for session in self.sessions:
            session.close()

    def value(self, sql):
        rows = self.session.query(sql)
        return rows[0][0] if rows else ""

    def settle(self, session):
        """Waits until the session's statement is done, or waits for a lock. True: it waits."""
        while not session.has_ended():
            waits = self.session.query(f"SELECT 1 FROM pg_stat_activity WHERE pid = {session.process} AND wait_event_type = 'Lock'")
            if waits:
                return True
            time.sleep(0.005)
        return False

    def expire(self):
        """The time of all leases has come."""
        self.session.query(f"UPDATE farm.leases SET until = '2000-01-01' WHERE campaign = {self.campaign}")
        self.session.query("SELECT farm.expire_v1('0 s')")

    def finish(self):
        return self.value(f"SELECT farm.finish_v1({self.campaign})")

    def orphans(self):
        """Rows that nobody has, and nobody can get."""
        return int(self.value(f"SELECT count(*) FROM farm.items WHERE campaign = {self.campaign} AND lease IS NOT NULL "
                              "AND lease NOT IN (SELECT token FROM farm.leases)"))

    def holder(self):
        return self.value("SELECT l.node FROM farm.items i JOIN farm.leases l ON l.token = i.lease "
                          f"WHERE i.campaign = {self.campaign}")

    def totals(self):
        status = self.session.query(
            f"SELECT s->>'state', s->>'complete_runs', s->>'class_sum', s->>'ledger_difference' FROM farm.status_of({self.campaign}) AS s")[0]
        return status[0], int(status[1]), int(status[2], 16), int(status[3])

    def outcome(self):
        """What the campaign ends with: all nodes are lost, and another one does what is left."""
        self.expire()
        node = self.node("last")
        node.epoch = int(self.value(f"SELECT epoch FROM farm.campaigns WHERE id = {self.campaign}"))
        while node.claim(8) == "ok" and node.held:
            while node.held:
                status = node.do(*node.held.values())
                if status != "ok":
                    raise SystemExit(f"a node that is alone: {status}")
        samples = node.audit(want=8)
        node.audit(results=[(sample, SAMPLED) for sample in samples])
        self.finish()
        return self.totals()

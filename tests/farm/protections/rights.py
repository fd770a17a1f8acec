"""Who may call what. `stranger` has all roles, and is in no team."""

import calls
import postgres
from protections import protection


def as_stranger(case, sql):
    session = case.other("SET SESSION AUTHORIZATION stranger")
    try:
        rows = session.query(sql)
        return rows[0][0] if rows else ""
    except postgres.Refused as refused:
        return refused.code


def of_team(function, pattern, sql, right, wrong, instead=""):
    def scenario(case):
        case.session.query(f"INSERT INTO farm.admissions VALUES ({case.campaign}, 'x') ON CONFLICT DO NOTHING")
        case.session.query(f"INSERT INTO farm.findings VALUES ({case.campaign}, 's', 1, 'deadlock', 'x', now(), '', '')")
        case.session.query(f"INSERT INTO farm.bundles VALUES ('b', '{{}}') ON CONFLICT DO NOTHING; "
                           f"UPDATE farm.campaigns SET request = request || '{{\"bundle\": \"b\"}}' WHERE id = {case.campaign}")
        case.session.query(f"INSERT INTO farm.coverage VALUES ({case.campaign}, 1, 'm', 1, 'm', '', 0, B'1')")
        case.session.query(f"INSERT INTO farm.inputs VALUES ({case.campaign}, 1, 'h', 'i')")
        said = as_stranger(case, sql.format(case.campaign))
        return said if function != "cancel_v1" else case.totals()[0]
    protection(f"{function} is for the team", [(function, pattern, instead)], right, wrong, team="web")(scenario)


SYNC = (f"SELECT status FROM farm.sync_v1('{'0' * 8}-0000-4000-9000-{'0' * 12}', 'x', {{}}, 1, 1, '1 s', '{{{{}}}}', '{{{{}}}}', '{{{{}}}}', "
        "'{{}}', '{{}}', '{{}}', '{{0,0,0,0,0,0,0}}', repeat('0', 32), 0, '{{-1,0}}', '[]', '[]', 0)")
SEEN = r"AND farm\.may_see\((c\.)?team\)"
of_team("sync_v1", SEEN, SYNC, "gone", "ok")
of_team("open_v1", SEEN, "SELECT count(*) FROM farm.open_v1(1) WHERE id = {}", "0", "1")
of_team("finish_v1", SEEN, "SELECT farm.finish_v1({})", "", "open")
of_team("statuses_v1", SEEN, "SELECT count(*) FROM farm.statuses_v1({})", "0", "1")
of_team("findings_v1", SEEN, "SELECT count(*) FROM farm.findings_v1({})", "0", "1")
of_team("coverage_v1", SEEN, "SELECT count(*) FROM farm.coverage_v1({})", "0", "1")
of_team("inputs_v1", SEEN, "SELECT count(*) FROM farm.inputs_v1({})", "0", "1")
of_team("cancel_v1", SEEN, "SELECT farm.cancel_v1({})", "open", "canceled")
of_team("bundle_v1", SEEN, "SELECT farm.bundle_v1({})", "", "{}")
of_team("reproduce_v1", SEEN, "SELECT farm.reproduce_v1({}, 'x', '{{5}}')", "1", "0")
of_team("submit_v1", r"IF NOT farm\.may_see\(p_team\) THEN", "SELECT farm.submit_v1('x', '{{}}', 'x', true, '', 'web') > {}", "SL003", "t",
        instead="IF false THEN")


@protection("functions look where their owner says", [("expire_v1", r"\n SET search_path TO 'pg_catalog', 'pg_temp'", "")], "0", "P0001")
def function_of_a_caller(case):
    """A caller has a function of the same name as one that expire_v1 calls."""
    case.session.query("CREATE SCHEMA IF NOT EXISTS own AUTHORIZATION stranger")
    case.session.query("CREATE OR REPLACE FUNCTION own.clock_timestamp() RETURNS timestamptz LANGUAGE plpgsql AS "
                       "$$ BEGIN RAISE EXCEPTION 'executed as %', current_user; END $$")
    case.session.query("GRANT ALL ON SCHEMA own TO PUBLIC")
    session = case.other("SET SESSION AUTHORIZATION stranger")
    session.query("SET search_path = own, pg_catalog")
    try:
        return session.query("SELECT farm.expire_v1('1 day')")[0][0]
    except postgres.Refused as refused:
        return refused.code

-- Functions of the farm: everything that nodes and commands do. Created again by every `sleave farm init`.
--
-- Those with a version in their name are called from outside; rights.sql has who may call which.
--
-- Time is the server's (clock_timestamp()), never a node's. docs/internals/farm.md has the proofs.

-- Those of an older version, whatever their arguments.
DO $$
DECLARE one regprocedure;
BEGIN
  FOR one IN SELECT oid FROM pg_proc WHERE pronamespace = 'farm'::regnamespace LOOP
    EXECUTE format('DROP FUNCTION %s', one);
  END LOOP;
END $$;

-- Whether the login of this connection belongs to the team. A team is a role; without one a campaign is everybody's.
CREATE FUNCTION farm.may_see(p_team text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_team = '' THEN true
              WHEN EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = p_team)
                THEN pg_catalog.pg_has_role(session_user, p_team::name, 'MEMBER')
              ELSE false END
$$;

-- 32 hexadecimal digits and the number they are.
CREATE FUNCTION farm.number_of(p_hex text) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT sum(('x' || substr(p_hex, 8 * place + 1, 8))::bit(32)::bigint::numeric * 4294967296::numeric ^ (3 - place))
  FROM generate_series(0, 3) AS place
$$;

CREATE FUNCTION farm.hex_of(p_number numeric) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(lpad(to_hex(mod(div(p_number, 4294967296::numeric ^ (3 - place)), 4294967296)::bigint), 8, '0'),
                    '' ORDER BY place)
  FROM generate_series(0, 3) AS place
$$;

CREATE FUNCTION farm.submit_v1(p_name text, p_request jsonb, p_engine text, p_keep_going boolean, p_first bytea,
                                          p_team text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE made bigint;
BEGIN
  IF NOT farm.may_see(p_team) THEN
    RAISE EXCEPTION 'database user % does not belong to team %', session_user, p_team USING ERRCODE = 'SL003';
  END IF;
  PERFORM set_config('synchronous_commit', 'on', true);
  INSERT INTO farm.campaigns (name, request, engine, keep_going, team)
    VALUES (p_name, p_request, p_engine, p_keep_going, p_team) RETURNING id INTO made;
  INSERT INTO farm.epochs VALUES (made, 1, '{}', ARRAY[-1, 0]);
  INSERT INTO farm.items (campaign, epoch, n, weight, bytes) VALUES (made, 1, 1, 1, p_first);
  RETURN made;
END $$;

-- Campaigns that a node may work on, those with the fewest nodes first.
CREATE FUNCTION farm.open_v1() RETURNS TABLE (id bigint, request jsonb, engine text) LANGUAGE sql STABLE AS $$
  SELECT c.id, c.request, c.engine FROM farm.campaigns c WHERE c.state = 'open' AND farm.may_see(c.team)
  ORDER BY (SELECT count(*) FROM farm.leases l WHERE l.campaign = c.id), c.id
$$;

-- Whether a node runs the program that the others run. The first one decides.
CREATE FUNCTION farm.admit_v1(p_campaign bigint, p_build text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE known text;
BEGIN
  UPDATE farm.campaigns SET build = p_build WHERE id = p_campaign AND build IS NULL AND farm.may_see(team);
  SELECT build INTO known FROM farm.campaigns WHERE id = p_campaign AND farm.may_see(team);
  RETURN known = p_build;
END $$;

-- Whether `p_longer` begins with `p_shorter`.
CREATE FUNCTION farm.continues(p_shorter bigint[], p_longer bigint[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT cardinality(p_shorter) <= cardinality(p_longer) AND p_longer[1:cardinality(p_shorter)] = p_shorter
$$;

-- Adds the spawn paths that a node has seen. False: others have seen other threads in their place.
CREATE FUNCTION farm.add_threads(p_campaign bigint, p_epoch int, p_threads bigint[]) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE known bigint[];
BEGIN
  SELECT threads INTO known FROM farm.epochs WHERE campaign = p_campaign AND epoch = p_epoch;
  IF farm.continues(p_threads, known) THEN RETURN true; END IF;
  SELECT threads INTO known FROM farm.epochs WHERE campaign = p_campaign AND epoch = p_epoch FOR UPDATE;
  IF farm.continues(p_threads, known) THEN RETURN true; END IF;
  IF NOT farm.continues(known, p_threads) THEN RETURN false; END IF;
  UPDATE farm.epochs SET threads = p_threads WHERE campaign = p_campaign AND epoch = p_epoch;
  RETURN true;
END $$;

-- A row that ended so many workers is not handed out any more; from suspect_attempts() on only when nothing else is free.
CREATE FUNCTION farm.most_attempts() RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT 5 $$;
CREATE FUNCTION farm.suspect_attempts() RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT 2 $$;

CREATE FUNCTION farm.claim(p_token uuid, p_campaign bigint, p_epoch int, p_seq int, p_want int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  first_lane int := floor(random() * 64);
  got int := 0;
  k int;
BEGIN
  FOR half IN 0..1 LOOP
    WITH pick AS MATERIALIZED (
      SELECT id FROM farm.items
      WHERE campaign = p_campaign AND epoch = p_epoch AND lease IS NULL AND attempts < farm.suspect_attempts()
        AND CASE half WHEN 0 THEN lane >= first_lane ELSE lane < first_lane END
      ORDER BY lane, weight DESC LIMIT p_want - got FOR UPDATE SKIP LOCKED)
    UPDATE farm.items i SET lease = p_token, claimed_seq = p_seq, made_seq = NULL, attempts = i.attempts + 1
      FROM pick WHERE i.id = pick.id;
    GET DIAGNOSTICS k = ROW_COUNT;
    got := got + k;
    EXIT WHEN got >= p_want;
  END LOOP;
  IF got > 0 THEN RETURN got; END IF;
  -- One that may have ended other workers, and nothing with it.
  WITH pick AS MATERIALIZED (
    SELECT id FROM farm.items
    WHERE campaign = p_campaign AND epoch = p_epoch AND lease IS NULL AND attempts < farm.most_attempts()
    ORDER BY attempts LIMIT 1 FOR UPDATE SKIP LOCKED)
  UPDATE farm.items i SET lease = p_token, claimed_seq = p_seq, made_seq = NULL, attempts = i.attempts + 1
    FROM pick WHERE i.id = pick.id;
  GET DIAGNOSTICS got = ROW_COUNT;
  RETURN got;
END $$;

CREATE FUNCTION farm.add_totals(p_campaign bigint, p_epoch int, p_node text, p_totals bigint[], p_sum text,
                                           p_weight float8) RETURNS void LANGUAGE sql AS $$
  INSERT INTO farm.totals AS t VALUES (p_campaign, p_epoch, p_node, p_totals[1], p_totals[2], p_totals[3], p_totals[4],
                                       p_totals[5], p_totals[6], p_totals[7], farm.number_of(p_sum), p_weight)
  ON CONFLICT (campaign, epoch, node) DO UPDATE SET
    complete_runs = t.complete_runs + excluded.complete_runs,
    blocked_runs = t.blocked_runs + excluded.blocked_runs,
    deadlocked_classes = t.deadlocked_classes + excluded.deadlocked_classes,
    failed_runs = t.failed_runs + excluded.failed_runs,
    beyond_bound = t.beyond_bound + excluded.beyond_bound,
    made = t.made + excluded.made,
    done = t.done + excluded.done,
    class_sum = mod(t.class_sum + excluded.class_sum, 2::numeric ^ 128),
    weight = t.weight + excluded.weight
$$;

-- Findings have their place before what they were found in counts as done. Ids are given in order.
CREATE FUNCTION farm.add_findings(p_campaign bigint, p_node text, p_findings jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE one jsonb;
BEGIN
  IF jsonb_array_length(p_findings) = 0 THEN RETURN; END IF;
  PERFORM set_config('synchronous_commit', 'on', true);
  PERFORM 1 FROM farm.campaigns WHERE id = p_campaign FOR UPDATE;
  FOR one IN SELECT value FROM jsonb_array_elements(p_findings) LOOP
    INSERT INTO farm.findings (campaign, signature, id, kind, node, report, replay)
    VALUES (p_campaign, one->>'signature',
            (SELECT coalesce(max(id), 0) + 1 FROM farm.findings WHERE campaign = p_campaign), one->>'kind', p_node,
            one->>'report', decode(one->>'replay', 'hex'))
    ON CONFLICT (campaign, signature) DO NOTHING;
  END LOOP;
  UPDATE farm.campaigns SET state = 'found', finished = clock_timestamp()
  WHERE id = p_campaign AND state = 'open' AND NOT keep_going
    AND EXISTS (SELECT 1 FROM farm.findings WHERE campaign = p_campaign AND kind <> 'data_race');
END $$;

-- One call for everything that a node reports: rows that are done, rows in their place, what the difference adds to the
-- totals. And for what it wants. Applied once: the lease must exist, and `p_seq` must follow its last call.
--
-- p_totals: complete, blocked, deadlocked, failed, beyond the bound, made, done.
CREATE FUNCTION farm.sync_v1(
  p_token uuid, p_node text, p_campaign bigint, p_epoch int, p_seq int, p_lease interval,
  p_removed bigint[], p_rows bytea[], p_n int[], p_weights float8[], p_attempts int[], p_free boolean[],
  p_totals bigint[], p_sum text, p_weight float8, p_threads bigint[], p_notes jsonb, p_findings jsonb, p_want int,
  OUT status text, OUT state text, OUT epoch int, OUT facts text, OUT threads bigint[], OUT new_ids bigint[],
  OUT ids bigint[], OUT attempts int[], OUT payloads bytea[], OUT free int, OUT nodes int, OUT idle int)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  own farm.leases;
  k int;
  taken bigint;
BEGIN
  SELECT c.state, c.epoch INTO sync_v1.state, sync_v1.epoch FROM farm.campaigns c
    WHERE c.id = p_campaign AND farm.may_see(c.team);
  IF NOT FOUND THEN status := 'gone'; RETURN; END IF;
  IF p_seq = 1 THEN
    INSERT INTO farm.leases VALUES (p_token, p_node, p_campaign, 0, clock_timestamp() + p_lease) ON CONFLICT DO NOTHING;
  END IF;
  SELECT * INTO own FROM farm.leases l WHERE l.token = p_token FOR UPDATE;
  IF NOT FOUND OR own.seq NOT IN (p_seq, p_seq - 1) THEN status := 'fenced'; RETURN; END IF;
  IF sync_v1.epoch <> p_epoch THEN
    status := 'epoch';
    UPDATE farm.leases l SET seq = p_seq, until = clock_timestamp() + p_lease WHERE l.token = p_token;
  ELSIF own.seq = p_seq THEN
    status := 'again';
  ELSE
    IF NOT farm.add_threads(p_campaign, p_epoch, p_threads) THEN status := 'threads'; RETURN; END IF;
    WITH gone AS (DELETE FROM farm.items i WHERE i.id = ANY (p_removed) AND i.lease = p_token RETURNING i.n)
    SELECT count(*), coalesce(sum(n), 0) INTO k, taken FROM gone;
    IF k <> cardinality(p_removed) THEN
      RAISE EXCEPTION 'a node has % of % rows that it removes', k, cardinality(p_removed) USING ERRCODE = 'SL001';
    END IF;
    IF (SELECT coalesce(sum(n), 0) FROM unnest(p_n) AS n) - taken <> p_totals[6] - p_totals[7] THEN
      RAISE EXCEPTION 'the ledger of a call is not balanced' USING ERRCODE = 'SL002';
    END IF;
    INSERT INTO farm.items (campaign, epoch, n, weight, attempts, lease, made_seq, made_place, bytes)
      SELECT p_campaign, p_epoch, r.n, r.weight, r.attempts, CASE WHEN r.is_free THEN NULL ELSE p_token END, p_seq, r.place, r.bytes
      FROM unnest(p_rows, p_n, p_weights, p_attempts, p_free) WITH ORDINALITY AS r (bytes, n, weight, attempts, is_free, place);
    IF p_totals <> ARRAY[0, 0, 0, 0, 0, 0, 0]::bigint[] THEN
      PERFORM farm.add_totals(p_campaign, p_epoch, p_node, p_totals, p_sum, p_weight);
    END IF;
    INSERT INTO farm.notes SELECT p_campaign, p_epoch, n->>0, n->>1 FROM jsonb_array_elements(p_notes) AS n
      ON CONFLICT DO NOTHING;
    PERFORM farm.add_findings(p_campaign, p_node, p_findings);
    k := 0;
    IF p_want > 0 AND sync_v1.state = 'open' THEN k := farm.claim(p_token, p_campaign, p_epoch, p_seq, p_want); END IF;
    UPDATE farm.leases l SET seq = p_seq, until = clock_timestamp() + p_lease, idle = p_want > 0 AND k = 0
      WHERE l.token = p_token;
    status := 'ok';
  END IF;
  SELECT e.facts, e.threads INTO sync_v1.facts, sync_v1.threads FROM farm.epochs e
    WHERE e.campaign = p_campaign AND e.epoch = sync_v1.epoch;
  SELECT array_agg(i.id ORDER BY i.made_place) INTO new_ids FROM farm.items i WHERE i.lease = p_token AND i.made_seq = p_seq;
  SELECT array_agg(i.id ORDER BY i.id), array_agg(i.attempts ORDER BY i.id), array_agg(i.bytes ORDER BY i.id)
    INTO ids, sync_v1.attempts, payloads FROM farm.items i WHERE i.lease = p_token AND i.claimed_seq = p_seq;
  SELECT count(*) INTO free FROM (SELECT 1 FROM farm.items i WHERE i.campaign = p_campaign AND i.epoch = sync_v1.epoch
    AND i.lease IS NULL LIMIT 1000) AS few;
  SELECT count(*), count(*) FILTER (WHERE l.idle) INTO nodes, sync_v1.idle FROM farm.leases l WHERE l.campaign = p_campaign;
END $$;

-- A node has learned something: everything begins with it once more, unless another node was first.
CREATE FUNCTION farm.learn_v1(p_token uuid, p_campaign bigint, p_epoch int, p_facts text, p_threads bigint[],
                                         p_first bytea) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'on', true);
  PERFORM 1 FROM farm.leases WHERE token = p_token AND campaign = p_campaign FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM 1 FROM farm.campaigns WHERE id = p_campaign AND epoch = p_epoch AND state = 'open' FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE farm.campaigns SET epoch = p_epoch + 1 WHERE id = p_campaign;
  INSERT INTO farm.epochs VALUES (p_campaign, p_epoch + 1, p_facts, p_threads);
  DELETE FROM farm.items WHERE campaign = p_campaign AND epoch <= p_epoch;
  INSERT INTO farm.items (campaign, epoch, n, weight, bytes) VALUES (p_campaign, p_epoch + 1, 1, 1, p_first);
  RETURN true;
END $$;

-- A node that ends gives its rows back; none of them ended it.
CREATE FUNCTION farm.release_v1(p_token uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM farm.leases WHERE token = p_token FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE farm.items SET lease = NULL, claimed_seq = NULL, made_seq = NULL,
    attempts = attempts - CASE WHEN claimed_seq IS NULL THEN 0 ELSE 1 END WHERE lease = p_token;
  DELETE FROM farm.leases WHERE token = p_token;
END $$;

-- Frees the rows of nodes that have not called in time. Not right after the server started: an outage is nobody's fault.
CREATE FUNCTION farm.expire_v1(p_lease interval) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  gone uuid;
  k int := 0;
BEGIN
  IF clock_timestamp() < pg_postmaster_start_time() + p_lease THEN RETURN 0; END IF;
  FOR gone IN SELECT token FROM farm.leases WHERE until < clock_timestamp() FOR UPDATE SKIP LOCKED LOOP
    UPDATE farm.items SET lease = NULL, claimed_seq = NULL, made_seq = NULL WHERE lease = gone;
    DELETE FROM farm.leases WHERE token = gone;
    k := k + 1;
  END LOOP;
  RETURN k;
END $$;

-- Ends a campaign that has nothing open. Children appear in the commit that removes their parent, so a snapshot without
-- rows is the end. One that has only rows which ended their workers is at its end, too, and not complete.
CREATE FUNCTION farm.finish_v1(p_campaign bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  now_state text;
  now_epoch int;
  rows_left bigint;
  poisoned bigint;
  items_left bigint;
  ledger bigint;
  classes bigint;
  gaps bigint;
BEGIN
  PERFORM set_config('synchronous_commit', 'on', true);
  SELECT state, epoch INTO now_state, now_epoch FROM farm.campaigns WHERE id = p_campaign AND farm.may_see(team) FOR UPDATE;
  IF now_state IS DISTINCT FROM 'open' THEN RETURN now_state; END IF;
  SELECT count(*), count(*) FILTER (WHERE lease IS NULL AND attempts >= farm.most_attempts()), coalesce(sum(n), 0),
         (SELECT 1 + coalesce(sum(made - done), 0) FROM farm.totals WHERE campaign = p_campaign AND epoch = now_epoch),
         (SELECT coalesce(sum(complete_runs + deadlocked_classes + failed_runs), 0) FROM farm.totals
          WHERE campaign = p_campaign AND epoch = now_epoch),
         (SELECT count(*) FROM farm.notes WHERE campaign = p_campaign AND epoch = now_epoch AND kind = 'gap')
    INTO rows_left, poisoned, items_left, ledger, classes, gaps
    FROM farm.items WHERE campaign = p_campaign AND epoch = now_epoch;
  IF rows_left > poisoned THEN RETURN 'open'; END IF;
  now_state := CASE WHEN rows_left = 0 AND ledger = 0 AND gaps = 0 AND classes > 0 THEN 'complete' ELSE 'ended' END;
  UPDATE farm.campaigns SET state = now_state, finished = clock_timestamp() WHERE id = p_campaign;
  RETURN now_state;
END $$;

-- A campaign as JSON, from one snapshot.
CREATE FUNCTION farm.status_of(p_campaign bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'id', c.id, 'name', c.name, 'team', c.team, 'state', c.state, 'epoch', c.epoch, 'engine', c.engine, 'build', c.build,
    'keep_going', c.keep_going, 'submitted', c.submitted, 'finished', c.finished,
    'seconds', extract(epoch FROM coalesce(c.finished, clock_timestamp()) - c.submitted),
    'complete_runs', t.complete_runs, 'blocked_runs', t.blocked_runs, 'deadlocked_classes', t.deadlocked_classes,
    'failed_runs', t.failed_runs, 'beyond_bound', t.beyond_bound, 'class_sum', farm.hex_of(t.class_sum),
    'made', t.made, 'done', t.done, 'part_done', t.weight,
    'rows', i.rows, 'open', i.items, 'free', i.free, 'poisoned', i.poisoned,
    'ledger_difference', 1 + t.made - t.done - i.items,
    'nodes', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', l.node, 'idle', l.idle,
                'seconds_left', extract(epoch FROM l.until - clock_timestamp())) ORDER BY l.node), '[]')
              FROM farm.leases l WHERE l.campaign = c.id),
    'notes', (SELECT coalesce(jsonb_agg(jsonb_build_array(n.kind, n.note) ORDER BY n.kind, n.note), '[]')
              FROM farm.notes n WHERE n.campaign = c.id AND n.epoch = c.epoch),
    'findings', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'kind', f.kind, 'signature', f.signature,
                   'node', f.node) ORDER BY f.id), '[]') FROM farm.findings f WHERE f.campaign = c.id))
  FROM farm.campaigns c,
    LATERAL (SELECT coalesce(sum(complete_runs), 0) AS complete_runs, coalesce(sum(blocked_runs), 0) AS blocked_runs,
               coalesce(sum(deadlocked_classes), 0) AS deadlocked_classes, coalesce(sum(failed_runs), 0) AS failed_runs,
               coalesce(sum(beyond_bound), 0) AS beyond_bound, coalesce(sum(made), 0) AS made, coalesce(sum(done), 0) AS done,
               mod(coalesce(sum(class_sum), 0), 2::numeric ^ 128) AS class_sum, coalesce(sum(weight), 0) AS weight
             FROM farm.totals WHERE campaign = c.id AND epoch = c.epoch) AS t,
    LATERAL (SELECT count(*) AS rows, coalesce(sum(n), 0) AS items, count(*) FILTER (WHERE lease IS NULL) AS free,
               count(*) FILTER (WHERE lease IS NULL AND attempts >= farm.most_attempts()) AS poisoned
             FROM farm.items WHERE campaign = c.id AND epoch = c.epoch) AS i
  WHERE c.id = p_campaign
$$;

-- Of one campaign, or of all (0), newest first.
CREATE FUNCTION farm.statuses_v1(p_campaign bigint) RETURNS SETOF jsonb LANGUAGE sql STABLE AS $$
  SELECT farm.status_of(id) FROM farm.campaigns WHERE p_campaign IN (0, id) AND farm.may_see(team) ORDER BY id DESC
$$;

CREATE FUNCTION farm.findings_v1(p_campaign bigint) RETURNS TABLE (id int, report text, replay bytea)
LANGUAGE sql STABLE AS $$
  SELECT f.id, f.report, f.replay FROM farm.findings f JOIN farm.campaigns c ON c.id = f.campaign
  WHERE f.campaign = p_campaign AND farm.may_see(c.team) ORDER BY f.id
$$;

CREATE FUNCTION farm.cancel_v1(p_campaign bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE farm.campaigns SET state = 'canceled', finished = clock_timestamp()
  WHERE id = p_campaign AND state = 'open' AND farm.may_see(team)
$$;

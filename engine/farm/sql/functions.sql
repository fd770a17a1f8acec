-- Functions of the farm: everything that nodes and commands do. Created again by every `sleave farm init`.
--
-- Those with a version in their name are called from outside; rights.sql has who may call which. What each call of a node
-- needs is in plpgsql, which plans a statement once for a connection; a function in sql is planned in every call.
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
CREATE FUNCTION farm.may_see(p_team text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_team = '' THEN RETURN true; END IF;
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = p_team) THEN RETURN false; END IF;
  RETURN pg_catalog.pg_has_role(session_user, p_team::name, 'MEMBER');
END $$;

-- Core seconds of a campaign, up to the last calls of its nodes.
CREATE FUNCTION farm.used_by(p_campaign farm.campaigns) RETURNS float8 LANGUAGE sql STABLE AS $$
  SELECT p_campaign.core_seconds + coalesce(sum(l.core_seconds), 0) FROM farm.leases l WHERE l.campaign = p_campaign.id
$$;

-- How many classes the runs of a sampling campaign were of, and whether that is exact (functions/samples.sql).
CREATE FUNCTION farm.distinct_of(p_campaign farm.campaigns) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  level int := farm.level_of_classes(p_campaign.id, p_campaign.class_level);
  many bigint;
BEGIN
  SELECT count(*) INTO many FROM farm.classes WHERE campaign = p_campaign.id AND farm.keeps_class(hash, level);
  RETURN jsonb_build_object('classes', many << level, 'exact', level = 0);
END $$;

-- Edges of the program, those that runs have taken, and inputs that are kept (functions/coverage.sql). Null: none are recorded.
CREATE FUNCTION farm.coverage_of(p_campaign farm.campaigns) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('edges', sum(v.edges), 'taken', sum(length(replace(v.taken::text, '0', ''))),
                            'inputs', (SELECT count(*) FROM farm.inputs i WHERE i.campaign = p_campaign.id AND i.epoch = p_campaign.epoch))
  FROM farm.coverage v WHERE v.campaign = p_campaign.id AND v.epoch = p_campaign.epoch HAVING count(*) > 0
$$;

-- 32 hexadecimal digits and the number they are.
CREATE FUNCTION farm.number_of(p_hex text) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT ((('x' || substr(p_hex, 1, 8))::bit(32)::bigint * 4294967296::numeric + ('x' || substr(p_hex, 9, 8))::bit(32)::bigint)
          * 4294967296 + ('x' || substr(p_hex, 17, 8))::bit(32)::bigint) * 4294967296 + ('x' || substr(p_hex, 25, 8))::bit(32)::bigint
$$;

CREATE FUNCTION farm.hex_of(p_number numeric) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(lpad(to_hex(mod(div(p_number, 4294967296::numeric ^ (3 - place)), 4294967296)::bigint), 8, '0'),
                    '' ORDER BY place)
  FROM generate_series(0, 3) AS place
$$;

CREATE FUNCTION farm.submit_v1(p_name text, p_request jsonb, p_engine text, p_keep_going boolean, p_first bytea,
                               p_team text, p_share int DEFAULT 1, p_claim text DEFAULT 'complete',
                               p_time interval DEFAULT NULL) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE made bigint;
BEGIN
  IF NOT farm.may_see(p_team) THEN
    RAISE EXCEPTION 'database user % does not belong to team %', session_user, p_team USING ERRCODE = 'SL003';
  END IF;
  PERFORM set_config('synchronous_commit', 'on', true);
  INSERT INTO farm.campaigns (name, request, engine, keep_going, team, share, head_start, claim, deadline)
    VALUES (p_name, p_request, p_engine, p_keep_going, p_team, p_share, farm.head_start_of(p_share), p_claim,
            clock_timestamp() + p_time) RETURNING id INTO made;
  INSERT INTO farm.epochs VALUES (made, 1, '{}', ARRAY[-1, 0]);
  INSERT INTO farm.counts (campaign) VALUES (made);
  INSERT INTO farm.items (campaign, epoch, n, weight, bytes) VALUES (made, 1, 1, 1, p_first);
  RETURN made;
END $$;

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

-- Gives up to `p_want` free rows to a lease: the heaviest of a random lane, then those of the lanes after it.
CREATE FUNCTION farm.claim(p_token uuid, p_campaign bigint, p_epoch int, p_seq int, p_want int,
                           OUT ids bigint[], OUT attempts int[], OUT payloads bytea[]) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  first_lane int := floor(random() * 64);
  got int := 0;
  more_ids bigint[];
  more_attempts int[];
  more_payloads bytea[];
BEGIN
  FOR half IN 0..1 LOOP
    WITH pick AS MATERIALIZED (
      SELECT id FROM farm.items
      WHERE campaign = p_campaign AND epoch = p_epoch AND lease IS NULL AND attempts < farm.suspect_attempts()
        AND lane BETWEEN CASE half WHEN 0 THEN first_lane ELSE 0 END AND CASE half WHEN 0 THEN 63 ELSE first_lane - 1 END
      ORDER BY lane, weight DESC LIMIT p_want - got FOR UPDATE SKIP LOCKED),
    taken AS (
      UPDATE farm.items i SET lease = p_token, claimed_seq = p_seq, made_seq = NULL, attempts = i.attempts + 1
      FROM pick WHERE i.id = pick.id RETURNING i.id, i.attempts, i.bytes)
    SELECT array_agg(t.id), array_agg(t.attempts), array_agg(t.bytes) INTO more_ids, more_attempts, more_payloads FROM taken t;
    claim.ids := claim.ids || more_ids;
    claim.attempts := claim.attempts || more_attempts;
    claim.payloads := claim.payloads || more_payloads;
    got := coalesce(cardinality(claim.ids), 0);
    EXIT WHEN got >= p_want;
  END LOOP;
  IF got > 0 THEN RETURN; END IF;
  -- One that may have ended other workers, and nothing with it.
  WITH pick AS MATERIALIZED (
    SELECT id FROM farm.items
    WHERE campaign = p_campaign AND epoch = p_epoch AND lease IS NULL AND attempts < farm.most_attempts()
    ORDER BY attempts LIMIT 1 FOR UPDATE SKIP LOCKED),
  taken AS (
    UPDATE farm.items i SET lease = p_token, claimed_seq = p_seq, made_seq = NULL, attempts = i.attempts + 1
    FROM pick WHERE i.id = pick.id RETURNING i.id, i.attempts, i.bytes)
  SELECT array_agg(t.id), array_agg(t.attempts), array_agg(t.bytes) INTO claim.ids, claim.attempts, claim.payloads FROM taken t;
END $$;

CREATE FUNCTION farm.add_totals(p_campaign bigint, p_epoch int, p_node text, p_totals bigint[], p_sum text,
                                p_weight float8) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR attempt IN 1..2 LOOP
    UPDATE farm.totals SET
      complete_runs = complete_runs + p_totals[1],
      blocked_runs = blocked_runs + p_totals[2],
      deadlocked_classes = deadlocked_classes + p_totals[3],
      failed_runs = failed_runs + p_totals[4],
      beyond_bound = beyond_bound + p_totals[5],
      made = made + p_totals[6],
      done = done + p_totals[7],
      class_sum = mod(class_sum + farm.number_of(p_sum), 2::numeric ^ 128),
      weight = weight + p_weight
    WHERE campaign = p_campaign AND epoch = p_epoch AND node = p_node;
    EXIT WHEN FOUND;
    INSERT INTO farm.totals VALUES (p_campaign, p_epoch, p_node, 0, 0, 0, 0, 0, 0, 0, 0, 0) ON CONFLICT DO NOTHING;
  END LOOP;
END $$;

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

-- The holder of a lease has called: it keeps the lease, and the time since its last call is its campaign's.
CREATE FUNCTION farm.renew(p_lease farm.leases, p_seq int, p_time interval, p_idle boolean) RETURNS farm.leases
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE farm.leases SET
    seq = p_seq, until = clock_timestamp() + p_time, idle = p_idle,
    idle_since = CASE WHEN p_idle THEN coalesce(idle_since, clock_timestamp()) END,
    core_seconds = core_seconds + cores * extract(epoch FROM clock_timestamp() - called), called = clock_timestamp()
  WHERE token = p_lease.token RETURNING * INTO p_lease;
  RETURN p_lease;
END $$;

-- Free rows that are handed out, nodes, idle nodes, and whether there are leases or campaigns whose time is over: what a node
-- needs to know about the others. Only hints, so one call counts for all that follow, for 5 ms a node and at most a second: what a
-- call costs does not grow with the number of nodes. `late` is for the call that has counted only.
CREATE FUNCTION farm.count(p_campaign bigint, p_epoch int, p_lease interval, OUT free int, OUT nodes int, OUT idle int, OUT late boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  latest farm.counts;
BEGIN
  late := false;
  SELECT * INTO latest FROM farm.counts c WHERE c.campaign = p_campaign;
  free := latest.free;
  nodes := latest.nodes;
  idle := latest.idle;
  IF clock_timestamp() < latest.until THEN RETURN; END IF;
  PERFORM FROM farm.counts c WHERE c.campaign = p_campaign FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;  -- another call counts
  SELECT count(*), count(*) FILTER (WHERE l.idle) INTO count.nodes, count.idle FROM farm.leases l WHERE l.campaign = p_campaign;
  SELECT count(*) INTO count.free FROM (
    SELECT FROM farm.items i WHERE i.campaign = p_campaign AND i.epoch = p_epoch AND i.lease IS NULL
      AND i.attempts < farm.most_attempts() LIMIT 100 + 4 * count.nodes) AS few;
  late := EXISTS (SELECT FROM farm.leases l WHERE l.until < clock_timestamp())
    OR EXISTS (SELECT FROM farm.campaigns c WHERE c.state = 'open' AND c.deadline < clock_timestamp());
  UPDATE farm.counts c SET free = count.free, nodes = count.nodes, idle = count.idle,
    until = clock_timestamp() + least(interval '5 ms' * count.nodes, interval '1 s', p_lease / 20) WHERE c.campaign = p_campaign;
END $$;

-- One call for everything that a node reports: rows that are done, rows in their place, what the difference adds to the
-- totals, runs that were sampled or repeated. And for what it wants. Applied once: the lease must exist, and `p_seq` must
-- follow its last call.
--
-- p_totals: complete, blocked, deadlocked, failed, beyond the bound, made, done. p_held: samples that the node has already,
-- and that have no result yet. p_coverage, p_inputs: what add_coverage takes. Plans are made once for a connection: those for the values of one call are no better.
CREATE FUNCTION farm.sync_v1(
  p_token uuid, p_node text, p_campaign bigint, p_epoch int, p_seq int, p_lease interval,
  p_removed bigint[], p_rows bytea[], p_n int[], p_weights float8[], p_attempts int[], p_free boolean[],
  p_totals bigint[], p_sum text, p_weight float8, p_threads bigint[], p_notes jsonb, p_findings jsonb, p_want int,
  p_cores int DEFAULT 1,
  p_sampled bytea[] DEFAULT '{}', p_sampled_n int[] DEFAULT '{}', p_sampled_hashes bigint[] DEFAULT '{}',
  p_repeated bigint[] DEFAULT '{}', p_results bigint[] DEFAULT '{}', p_held bigint[] DEFAULT '{}', p_repeat int DEFAULT 0,
  p_classes bigint[] DEFAULT '{}', p_coverage jsonb DEFAULT '[]', p_inputs bytea[] DEFAULT '{}',
  OUT status text, OUT state text, OUT epoch int, OUT facts text, OUT threads bigint[], OUT new_ids bigint[],
  OUT ids bigint[], OUT attempts int[], OUT payloads bytea[], OUT free int, OUT nodes int, OUT idle int,
  OUT leave boolean, OUT late boolean, OUT sample_ids bigint[], OUT samples bytea[], OUT is_wrong boolean)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  own farm.leases;
  k int := 0;
  taken bigint := 0;
  given bigint := 0;
BEGIN
  SELECT c.state, c.epoch INTO sync_v1.state, sync_v1.epoch FROM farm.campaigns c
    WHERE c.id = p_campaign AND farm.may_see(c.team);
  IF NOT FOUND THEN status := 'gone'; RETURN; END IF;
  IF p_seq = 1 THEN
    IF NOT farm.is_admitted(p_campaign, p_node) THEN
      RAISE EXCEPTION 'node % has not reproduced the reference runs of campaign %', p_node, p_campaign USING ERRCODE = 'SL005';
    END IF;
    INSERT INTO farm.leases (token, node, campaign, seq, until, cores)
      VALUES (p_token, p_node, p_campaign, 0, clock_timestamp() + p_lease, p_cores) ON CONFLICT DO NOTHING;
  END IF;
  SELECT * INTO own FROM farm.leases l WHERE l.token = p_token FOR UPDATE;
  IF NOT FOUND OR own.seq NOT IN (p_seq, p_seq - 1) THEN status := 'fenced'; RETURN; END IF;
  IF sync_v1.epoch <> p_epoch THEN
    status := 'epoch';
    own := farm.renew(own, p_seq, p_lease, false);
    SELECT e.facts INTO sync_v1.facts FROM farm.epochs e WHERE e.campaign = p_campaign AND e.epoch = sync_v1.epoch;
  ELSIF own.seq = p_seq THEN
    status := 'again';
    SELECT array_agg(i.id ORDER BY i.made_place) INTO new_ids FROM farm.items i WHERE i.lease = p_token AND i.made_seq = p_seq;
    SELECT array_agg(i.id), array_agg(i.attempts), array_agg(i.bytes) INTO ids, sync_v1.attempts, payloads
      FROM farm.items i WHERE i.lease = p_token AND i.claimed_seq = p_seq;
    SELECT array_agg(s.id), array_agg(s.item) INTO sample_ids, samples FROM farm.samples s
      WHERE s.lease = p_token AND s.id <> ALL (p_held);
  ELSE
    IF NOT farm.add_threads(p_campaign, p_epoch, p_threads) THEN status := 'threads'; RETURN; END IF;
    IF cardinality(p_sampled) > 0 AND sync_v1.state = 'open' THEN
      INSERT INTO farm.samples (campaign, epoch, node, item, n, hash)
        SELECT p_campaign, p_epoch, p_node, s.item, s.n, s.hash FROM unnest(p_sampled, p_sampled_n, p_sampled_hashes) AS s (item, n, hash);
    END IF;
    IF cardinality(p_repeated) > 0 THEN PERFORM farm.take_results(p_token, p_node, p_repeated, p_results); END IF;
    IF cardinality(p_removed) > 0 THEN
      WITH gone AS (DELETE FROM farm.items i WHERE i.id = ANY (p_removed) AND i.lease IS NOT DISTINCT FROM p_token RETURNING i.n)
      SELECT count(*), coalesce(sum(n), 0) INTO k, taken FROM gone;
      IF k <> cardinality(p_removed) THEN
        RAISE EXCEPTION 'a node has % of % rows that it removes', k, cardinality(p_removed) USING ERRCODE = 'SL001';
      END IF;
    END IF;
    IF cardinality(p_rows) > 0 THEN
      WITH made AS (
        INSERT INTO farm.items (campaign, epoch, n, weight, attempts, lease, made_seq, made_place, bytes)
        SELECT p_campaign, p_epoch, r.n, r.weight, r.attempts, CASE WHEN r.is_free THEN NULL ELSE p_token END, p_seq, r.place, r.bytes
        FROM unnest(p_rows, p_n, p_weights, p_attempts, p_free) WITH ORDINALITY AS r (bytes, n, weight, attempts, is_free, place)
        RETURNING id, n, lease, made_place)
      SELECT array_agg(m.id ORDER BY m.made_place) FILTER (WHERE m.lease IS NOT NULL), sum(m.n) INTO new_ids, given FROM made m;
    END IF;
    IF given - taken <> p_totals[6] - p_totals[7] THEN
      RAISE EXCEPTION 'the ledger of a call is not balanced' USING ERRCODE = 'SL002';
    END IF;
    IF p_totals <> ARRAY[0, 0, 0, 0, 0, 0, 0]::bigint[] THEN
      PERFORM farm.add_totals(p_campaign, p_epoch, p_node, p_totals, p_sum, p_weight);
    END IF;
    IF p_notes <> '[]' THEN
      INSERT INTO farm.notes SELECT p_campaign, p_epoch, n->>0, n->>1 FROM jsonb_array_elements(p_notes) AS n
        ON CONFLICT DO NOTHING;
    END IF;
    IF p_coverage <> '[]' THEN PERFORM farm.add_coverage(p_campaign, p_epoch, p_coverage, p_inputs); END IF;
    IF cardinality(p_classes) > 0 THEN PERFORM farm.add_classes(p_campaign, p_classes); END IF;
    IF p_findings <> '[]' THEN PERFORM farm.add_findings(p_campaign, p_node, p_findings); END IF;
    is_wrong := EXISTS (SELECT FROM farm.differences d WHERE d.campaign = p_campaign AND d.wrong_node = p_node);
    IF sync_v1.state = 'open' THEN
      IF p_want > 0 THEN
        SELECT c.ids, c.attempts, c.payloads INTO ids, sync_v1.attempts, payloads FROM farm.claim(p_token, p_campaign, p_epoch, p_seq, p_want) c;
      END IF;
    END IF;
    own := farm.renew(own, p_seq, p_lease, p_want > 0 AND ids IS NULL);
    status := 'ok';
  END IF;
  SELECT c.free, c.nodes, c.idle, c.late INTO sync_v1.free, sync_v1.nodes, sync_v1.idle, sync_v1.late
    FROM farm.count(p_campaign, sync_v1.epoch, p_lease) c;
  IF status = 'ok' AND sync_v1.state = 'open' AND p_repeat > 0 AND NOT is_wrong THEN
    SELECT s.ids, s.items INTO sample_ids, samples FROM farm.give_samples(p_token, p_node, p_campaign, p_epoch, p_repeat) s;
  END IF;
  -- With a later snapshot than that of what was given: the threads that it names are there.
  SELECT e.threads INTO sync_v1.threads FROM farm.epochs e WHERE e.campaign = p_campaign AND e.epoch = sync_v1.epoch;
  leave := own.leaves OR farm.leaves(own, nodes);
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
  DELETE FROM farm.samples WHERE campaign = p_campaign AND epoch <= p_epoch;
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
  UPDATE farm.samples SET lease = NULL, attempts = attempts - 1 WHERE lease = p_token;
  PERFORM farm.end_lease(p_token);
END $$;

-- Frees the rows of nodes that have not called in time. Not right after the server started: an outage is nobody's fault.
CREATE FUNCTION farm.expire_v1(p_lease interval) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  gone uuid;
  k int := 0;
BEGIN
  PERFORM farm.end_late();
  IF clock_timestamp() < pg_postmaster_start_time() + p_lease THEN RETURN 0; END IF;
  FOR gone IN SELECT token FROM farm.leases WHERE until < clock_timestamp() FOR UPDATE SKIP LOCKED LOOP
    UPDATE farm.items SET lease = NULL, claimed_seq = NULL, made_seq = NULL WHERE lease = gone;
    UPDATE farm.samples SET lease = NULL WHERE lease = gone;
    PERFORM farm.end_lease(gone);
    k := k + 1;
  END LOOP;
  RETURN k;
END $$;

-- Ends a campaign that has nothing open. Children appear in the commit that removes their parent, so a snapshot without
-- rows is the end. One that has only rows which ended their workers is at its end, too, and not complete. One that samples
-- is never complete, and a gap is nothing that it lacks.
CREATE FUNCTION farm.finish_v1(p_campaign bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  now_state text;
  now_claim text;
  now_epoch int;
  rows_left bigint;
  poisoned bigint;
  items_left bigint;
  ledger bigint;
  classes bigint;
  gaps bigint;
  differences bigint;
BEGIN
  PERFORM set_config('synchronous_commit', 'on', true);
  SELECT state, claim, epoch INTO now_state, now_claim, now_epoch FROM farm.campaigns
    WHERE id = p_campaign AND farm.may_see(team) FOR NO KEY UPDATE;
  IF now_state IS DISTINCT FROM 'open' THEN RETURN now_state; END IF;
  SELECT count(*), count(*) FILTER (WHERE lease IS NULL AND attempts >= farm.most_attempts()), coalesce(sum(n), 0),
         (SELECT 1 + coalesce(sum(made - done), 0) FROM farm.totals WHERE campaign = p_campaign AND epoch = now_epoch),
         (SELECT coalesce(sum(complete_runs + deadlocked_classes + failed_runs), 0) FROM farm.totals
          WHERE campaign = p_campaign AND epoch = now_epoch),
         (SELECT count(*) FROM farm.notes WHERE campaign = p_campaign AND epoch = now_epoch AND kind = 'gap' AND now_claim = 'complete')
    INTO rows_left, poisoned, items_left, ledger, classes, gaps
    FROM farm.items WHERE campaign = p_campaign AND epoch = now_epoch;
  IF rows_left > poisoned THEN RETURN 'open'; END IF;
  IF EXISTS (SELECT FROM farm.samples s WHERE s.campaign = p_campaign AND s.epoch = now_epoch AND farm.awaits_repeat(s)) THEN
    RETURN 'open';
  END IF;
  -- With one snapshot: a sample that has become a difference is seen.
  SELECT (SELECT count(*) FROM farm.samples WHERE campaign = p_campaign AND epoch = now_epoch)
       + (SELECT count(*) FROM farm.differences WHERE campaign = p_campaign) INTO differences;
  now_state := CASE WHEN rows_left = 0 AND ledger = 0 AND gaps = 0 AND classes > 0 AND differences = 0 THEN now_claim
                    ELSE 'ended' END;
  UPDATE farm.campaigns SET state = now_state, finished = clock_timestamp() WHERE id = p_campaign;
  RETURN now_state;
END $$;

-- A campaign as JSON, from one snapshot.
CREATE FUNCTION farm.status_of(p_campaign bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'id', c.id, 'name', c.name, 'team', c.team, 'state', c.state, 'claim', c.claim, 'distinct', farm.distinct_of(c), 'coverage', farm.coverage_of(c), 'epoch', c.epoch, 'engine', c.engine, 'build', c.build,
    'keep_going', c.keep_going, 'share', c.share, 'core_seconds', farm.used_by(c), 'submitted', c.submitted, 'finished', c.finished,
    'seconds', extract(epoch FROM coalesce(c.finished, clock_timestamp()) - c.submitted),
    'complete_runs', t.complete_runs, 'blocked_runs', t.blocked_runs, 'deadlocked_classes', t.deadlocked_classes,
    'failed_runs', t.failed_runs, 'beyond_bound', t.beyond_bound, 'class_sum', farm.hex_of(t.class_sum),
    'made', t.made, 'done', t.done, 'part_done', t.weight,
    'rows', i.rows, 'open', i.items, 'free', i.free, 'poisoned', i.poisoned,
    'ledger_difference', 1 + t.made - t.done - i.items,
    'repeated', (SELECT coalesce(sum(r.agreed), 0) FROM farm.repeats r WHERE r.campaign = c.id),
    'to_repeat', (SELECT coalesce(sum(s.n), 0) FROM farm.samples s WHERE s.campaign = c.id AND s.epoch = c.epoch),
    'differences', (SELECT coalesce(jsonb_agg(jsonb_build_object('nodes', jsonb_build_array(d.first_node, d.second_node),
                      'third', d.third_node, 'wrong', d.wrong_node) ORDER BY d.sample), '[]')
                    FROM farm.differences d WHERE d.campaign = c.id),
    'nodes', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', l.node, 'idle', l.idle,
                'seconds_left', extract(epoch FROM l.until - clock_timestamp())) ORDER BY l.node), '[]')
              FROM farm.leases l WHERE l.campaign = c.id),
    'refused', (SELECT coalesce(jsonb_agg(jsonb_build_object('node', a.node, 'run', a.different) ORDER BY a.seen, a.node), '[]')
                FROM farm.admissions a WHERE a.campaign = c.id AND a.different IS NOT NULL),
    'notes', (SELECT coalesce(jsonb_agg(jsonb_build_array(n.kind, n.note) ORDER BY n.kind, n.note), '[]')
              FROM farm.notes n WHERE n.campaign = c.id AND n.epoch = c.epoch),
    'findings', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'kind', f.kind, 'signature', f.signature,
                   'node', f.node, 'refining', f.refining) ORDER BY f.id), '[]') FROM farm.findings f WHERE f.campaign = c.id))
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

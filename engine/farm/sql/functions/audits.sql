-- Audits of a search: items that one node has run, and another runs again. Called before finish_v1 of functions.sql looks.

-- A sample that so many nodes were lost with stays, and the campaign is not complete.
CREATE FUNCTION farm.most_repeats() RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT 20 $$;

-- Whether the node may run the sample again: another than those before it. A node that is alone repeats its own.
CREATE FUNCTION farm.may_repeat(p_sample farm.samples, p_node text, p_is_alone boolean) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_sample.attempts < farm.most_repeats() AND p_node IS DISTINCT FROM p_sample.second_node
    AND (p_node <> p_sample.node OR p_is_alone AND p_sample.second_node IS NULL)
$$;

-- Whether somebody may still do so.
CREATE FUNCTION farm.awaits_repeat(p_sample farm.samples) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT (p_sample.lease IS NOT NULL OR p_sample.attempts < farm.most_repeats())
    AND (p_sample.second_node IS NULL
         OR EXISTS (SELECT FROM farm.leases l WHERE l.campaign = p_sample.campaign
                    AND l.node NOT IN (p_sample.node, p_sample.second_node)))
$$;

-- What a repetition says of the sample. No hash: the node could not read it.
CREATE FUNCTION farm.compare(p_sample farm.samples, p_node text, p_hash bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_sample.second_node IS NULL AND p_hash = p_sample.hash THEN
    INSERT INTO farm.repeats AS r VALUES (p_sample.campaign, p_node, p_sample.n)
      ON CONFLICT (campaign, node) DO UPDATE SET agreed = r.agreed + excluded.agreed;
    DELETE FROM farm.samples WHERE id = p_sample.id;
    RETURN;
  END IF;
  PERFORM set_config('synchronous_commit', 'on', true);
  IF p_sample.second_node IS NULL THEN
    UPDATE farm.samples SET lease = NULL, attempts = 0, second_node = p_node, second_hash = p_hash WHERE id = p_sample.id;
    INSERT INTO farm.differences (sample, campaign, first_node, second_node)
      VALUES (p_sample.id, p_sample.campaign, p_sample.node, p_node);
    RETURN;
  END IF;
  UPDATE farm.differences
    SET third_node = p_node, wrong_node = CASE WHEN p_hash = p_sample.hash THEN p_sample.second_node
                                               WHEN p_hash = p_sample.second_hash THEN p_sample.node END
    WHERE sample = p_sample.id;
  DELETE FROM farm.samples WHERE id = p_sample.id;
END $$;

-- What a node has to say of samples that it was given.
CREATE FUNCTION farm.take_results(p_token uuid, p_node text, p_ids bigint[], p_results bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE one farm.samples;
BEGIN
  FOR one IN SELECT s.* FROM farm.samples s WHERE s.id = ANY (p_ids) AND s.lease = p_token ORDER BY s.id FOR UPDATE LOOP
    PERFORM farm.compare(one, p_node, p_results[array_position(p_ids, one.id)]);
  END LOOP;
END $$;

-- Samples that a node is to run again.
CREATE FUNCTION farm.give_samples(p_token uuid, p_node text, p_campaign bigint, p_epoch int, p_most int,
                                  OUT ids bigint[], OUT items bytea[]) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  is_alone boolean := NOT EXISTS (SELECT FROM farm.leases l WHERE l.campaign = p_campaign AND l.node <> p_node);
BEGIN
  WITH pick AS MATERIALIZED (
    SELECT s.id FROM farm.samples s
    WHERE s.campaign = p_campaign AND s.epoch = p_epoch AND s.lease IS NULL AND farm.may_repeat(s, p_node, is_alone)
    LIMIT p_most FOR UPDATE SKIP LOCKED),
  given AS (
    UPDATE farm.samples s SET lease = p_token, attempts = s.attempts + 1 FROM pick WHERE s.id = pick.id RETURNING s.id, s.item)
  SELECT array_agg(g.id), array_agg(g.item) INTO give_samples.ids, give_samples.items FROM given g;
END $$;

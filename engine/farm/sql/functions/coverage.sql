-- Coverage: the edges that runs of a campaign have taken, and inputs with which they took new ones.
--
-- Each module has a row with a bit for each of its edges. A call sets bits and clears none, so the row is the union of what
-- all calls have brought, in whatever order they came. Calls bring only what is new on their node, which soon is nothing.

-- An input is kept if it brings an edge that no call before has brought: so there are no more inputs than edges. Rows are locked in
-- one order, modules before inputs: two calls never wait for each other.
CREATE FUNCTION farm.add_coverage(p_campaign bigint, p_epoch int, p_modules jsonb, p_inputs bytea[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  one record;
  known bit varying;
  kept int[] := '{}';  -- places of inputs
BEGIN
  FOR one IN
    SELECT coalesce(nullif(m->>'build_id', ''), m->>'path') AS module, (m->>'edges')::int AS edges, m->>'path' AS path,
           m->>'build_id' AS build_id, (m->>'place')::int AS place, ('x' || (m->>'taken'))::bit varying AS taken, m->'inputs' AS inputs
    FROM jsonb_array_elements(p_modules) AS m ORDER BY 1, 2
  LOOP
    SELECT c.taken INTO known FROM farm.coverage c
      WHERE c.campaign = p_campaign AND c.epoch = p_epoch AND c.module = one.module AND c.edges = one.edges;
    IF NOT FOUND THEN
      INSERT INTO farm.coverage (campaign, epoch, module, edges, path, build_id, place, taken)
        VALUES (p_campaign, p_epoch, one.module, one.edges, one.path, one.build_id, one.place, repeat('0', length(one.taken))::bit varying)
        ON CONFLICT DO NOTHING;
    END IF;
    CONTINUE WHEN (known | one.taken) = known;
    SELECT c.taken INTO known FROM farm.coverage c
      WHERE c.campaign = p_campaign AND c.epoch = p_epoch AND c.module = one.module AND c.edges = one.edges FOR UPDATE;
    kept := kept || ARRAY(SELECT (i->>0)::int FROM jsonb_array_elements(one.inputs) AS i
                          WHERE EXISTS (SELECT FROM jsonb_array_elements_text(i->1) AS e WHERE get_bit(known, e::int) = 0));
    UPDATE farm.coverage c SET taken = known | one.taken
      WHERE c.campaign = p_campaign AND c.epoch = p_epoch AND c.module = one.module AND c.edges = one.edges;
  END LOOP;
  INSERT INTO farm.inputs (campaign, epoch, hash, content)
    SELECT p_campaign, p_epoch, sha256(i.content), i.content
    FROM unnest(p_inputs) WITH ORDINALITY AS i (content, place) WHERE i.place = ANY (kept) ORDER BY 3
    ON CONFLICT DO NOTHING;
END $$;

-- Of a campaign's runs that count, by module, in the order of a trace. `taken` is a digit for each edge.
CREATE FUNCTION farm.coverage_v1(p_campaign bigint) RETURNS TABLE (path text, build_id text, edges int, taken text) LANGUAGE sql STABLE AS $$
  SELECT v.path, v.build_id, v.edges, v.taken::text FROM farm.coverage v JOIN farm.campaigns c ON c.id = v.campaign AND c.epoch = v.epoch
  WHERE v.campaign = p_campaign AND farm.may_see(c.team) ORDER BY v.place, v.module
$$;

CREATE FUNCTION farm.inputs_v1(p_campaign bigint) RETURNS TABLE (content bytea) LANGUAGE sql STABLE AS $$
  SELECT i.content FROM farm.inputs i JOIN farm.campaigns c ON c.id = i.campaign AND c.epoch = i.epoch
  WHERE i.campaign = p_campaign AND farm.may_see(c.team) ORDER BY i.hash
$$;

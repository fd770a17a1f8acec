-- Admission: a node makes the runs that the submitter has made, before it gets work.

-- 0: all are equal, and the node is admitted. Otherwise the number of the first that is not.
CREATE FUNCTION farm.reproduce_v1(p_campaign bigint, p_node text, p_hashes bigint[]) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  runs jsonb;
  first int;
BEGIN
  PERFORM set_config('synchronous_commit', 'on', true);
  SELECT request->'reference' INTO runs FROM farm.campaigns WHERE id = p_campaign AND farm.may_see(team);
  IF NOT FOUND THEN RETURN 1; END IF;
  SELECT min(r.place) INTO first FROM jsonb_array_elements(runs) WITH ORDINALITY AS r (run, place)
    WHERE (r.run->>1)::bigint IS DISTINCT FROM p_hashes[r.place];
  INSERT INTO farm.admissions VALUES (p_campaign, p_node, first)
    ON CONFLICT (campaign, node) DO UPDATE SET different = excluded.different, seen = excluded.seen;
  RETURN coalesce(first, 0);
END $$;

-- Others get no lease.
CREATE FUNCTION farm.is_admitted(p_campaign bigint, p_node text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM farm.admissions WHERE campaign = p_campaign AND node = p_node AND different IS NULL)
$$;

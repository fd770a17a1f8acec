-- Which campaign a node works on, and when it goes to another one. The campaign with the least core time per share is
-- next, counted as if all its nodes stayed for one more turn: so nodes that choose at the same time choose differently.

-- A node stays with a campaign for so long, if that has work: starting costs about a second.
CREATE FUNCTION farm.turn() RETURNS interval LANGUAGE sql IMMUTABLE AS $$ SELECT interval '20 seconds' $$;
-- And without work for so long: others may be about to give some away.
CREATE FUNCTION farm.idle_patience() RETURNS interval LANGUAGE sql IMMUTABLE AS $$ SELECT farm.turn() / 2 $$;

-- Core time per share after one more turn of its nodes, with `p_more` cores more.
CREATE FUNCTION farm.share_after_turn(p_campaign farm.campaigns, p_more int) RETURNS float8 LANGUAGE sql STABLE AS $$
  SELECT (p_campaign.head_start + p_campaign.core_seconds + coalesce(sum(l.core_seconds), 0)
          + (coalesce(sum(l.cores) FILTER (WHERE NOT l.leaves), 0) + p_more) * extract(epoch FROM farm.turn()))
         / p_campaign.share
  FROM farm.leases l WHERE l.campaign = p_campaign.id
$$;

-- A new campaign does not get what it would have had before.
CREATE FUNCTION farm.head_start_of(p_share int) RETURNS float8 LANGUAGE sql STABLE AS $$
  SELECT p_share * coalesce(min((c.head_start + farm.used_by(c)) / c.share), 0) FROM farm.campaigns c WHERE c.state = 'open'
$$;

CREATE FUNCTION farm.rests(p_campaign farm.campaigns) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(p_campaign.rests_until > clock_timestamp(), false)
$$;

-- Campaigns that a node with `p_cores` cores may work on, the one that it should work on first. Jobs (refining.sql) come before
-- searches. In plpgsql, as functions of later files are used.
CREATE FUNCTION farm.open_v1(p_cores int) RETURNS TABLE (id bigint, request jsonb, engine text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT c.id, c.request, c.engine FROM farm.campaigns c
    WHERE (c.state = 'open' OR farm.has_job(c)) AND farm.may_see(c.team)
    ORDER BY farm.has_job(c) DESC, farm.rests(c), farm.share_after_turn(c, p_cores), c.id;
END $$;

-- Whether the holder of a lease should go to another campaign.
CREATE FUNCTION farm.is_to_leave(p_lease farm.leases) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  own farm.campaigns;
  has_nothing boolean := coalesce(p_lease.idle_since + farm.idle_patience() < clock_timestamp(), false);
BEGIN
  IF NOT has_nothing AND clock_timestamp() < p_lease.began + farm.turn() THEN RETURN false; END IF;
  IF NOT EXISTS (SELECT FROM farm.campaigns c WHERE c.state = 'open' AND c.id <> p_lease.campaign) THEN RETURN false; END IF;
  has_nothing := has_nothing AND NOT EXISTS (SELECT FROM farm.samples s WHERE s.lease = p_lease.token);
  IF NOT has_nothing AND clock_timestamp() < p_lease.began + farm.turn() THEN RETURN false; END IF;
  SELECT * INTO own FROM farm.campaigns WHERE id = p_lease.campaign;
  IF NOT EXISTS (
    SELECT FROM farm.campaigns c
    WHERE c.state = 'open' AND c.id <> own.id AND c.engine = own.engine AND farm.may_see(c.team) AND NOT farm.rests(c)
      AND NOT EXISTS (SELECT FROM farm.admissions a
                      WHERE a.campaign = c.id AND a.node = p_lease.node AND a.different IS NOT NULL)
      AND (has_nothing OR farm.share_after_turn(c, p_lease.cores) < farm.share_after_turn(own, 0))) THEN
    RETURN false;
  END IF;
  -- Or it would come back at once.
  IF has_nothing THEN
    UPDATE farm.campaigns SET rests_until = clock_timestamp() + farm.turn() WHERE id = own.id;
  END IF;
  RETURN true;
END $$;

-- The same, kept in the lease. Shares are sums over all nodes: where there are many nodes, a few of their calls compute them.
CREATE FUNCTION farm.leaves(p_lease farm.leases, p_nodes int) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF random() * p_nodes > 50 OR NOT farm.is_to_leave(p_lease) THEN RETURN false; END IF;
  UPDATE farm.leases SET leaves = true WHERE token = p_lease.token;
  RETURN true;
END $$;

-- A lease ends. What was used since its last call is nobody's.
CREATE FUNCTION farm.end_lease(p_token uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE ended farm.leases;
BEGIN
  DELETE FROM farm.leases WHERE token = p_token RETURNING * INTO ended;
  UPDATE farm.campaigns SET core_seconds = core_seconds + ended.core_seconds WHERE id = ended.campaign;
END $$;

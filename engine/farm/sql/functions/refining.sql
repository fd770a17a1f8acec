-- Jobs besides a search: a finding is minimized and explained by one node, while the others search. A job has a token of its
-- own and is its node's until a time, which the node puts off by calling. A node that is lost gives it to the next one.

CREATE FUNCTION farm.most_refinings() RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT 5 $$;

-- Findings of canceled campaigns are left as they were found.
CREATE FUNCTION farm.awaits_refining(p_finding farm.findings, p_campaign farm.campaigns) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_finding.refining = 'waiting' AND p_campaign.state <> 'canceled' AND (p_campaign.request->>'minimize')::boolean IS TRUE
    AND p_finding.refine_attempts < farm.most_refinings()
$$;

CREATE FUNCTION farm.is_refined_now(p_finding farm.findings) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_finding.refine_token IS NOT NULL AND p_finding.refine_until >= clock_timestamp()
$$;

-- Whether a node could begin a job of this campaign.
CREATE FUNCTION farm.has_job(p_campaign farm.campaigns) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM farm.findings f WHERE f.campaign = p_campaign.id
                 AND farm.awaits_refining(f, p_campaign) AND NOT farm.is_refined_now(f))
$$;

-- A job for the node, with the finding as it is; no row: there is none. The same token gets the same job.
CREATE FUNCTION farm.begin_job_v1(p_token uuid, p_node text, p_campaign bigint, p_lease interval)
RETURNS TABLE (report text, replay bytea) LANGUAGE plpgsql AS $$
DECLARE
  job int;
BEGIN
  IF NOT farm.is_admitted(p_campaign, p_node) THEN RETURN; END IF;
  IF NOT EXISTS (SELECT FROM farm.findings f WHERE f.campaign = p_campaign AND f.refine_token = p_token) THEN
    SELECT f.id INTO job FROM farm.findings f JOIN farm.campaigns c ON c.id = f.campaign
      WHERE f.campaign = p_campaign AND farm.may_see(c.team) AND farm.awaits_refining(f, c) AND NOT farm.is_refined_now(f)
      ORDER BY f.refine_attempts, f.id LIMIT 1 FOR UPDATE OF f SKIP LOCKED;
    UPDATE farm.findings f SET refine_token = p_token, refine_node = p_node, refine_until = clock_timestamp() + p_lease,
      refine_attempts = f.refine_attempts + 1 WHERE f.campaign = p_campaign AND f.id = job;
  END IF;
  RETURN QUERY SELECT f.report, f.replay FROM farm.findings f WHERE f.campaign = p_campaign AND f.refine_token = p_token;
END $$;

-- Whether the job is still the caller's, which goes on with it.
CREATE FUNCTION farm.keep_job_v1(p_token uuid, p_campaign bigint, p_lease interval) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE farm.findings SET refine_until = clock_timestamp() + p_lease WHERE campaign = p_campaign AND refine_token = p_token;
  RETURN FOUND;
END $$;

-- A node that ends gives its job back; the job did not end it.
CREATE FUNCTION farm.leave_job_v1(p_token uuid, p_campaign bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE farm.findings SET refine_token = NULL, refine_attempts = refine_attempts - 1
  WHERE campaign = p_campaign AND refine_token = p_token
$$;

-- Switches, threads, events.
CREATE FUNCTION farm.size_of(p_report text) RETURNS bigint[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY[(p_report::jsonb->>'switches')::bigint, jsonb_array_length(p_report::jsonb->'threads'),
               (p_report::jsonb->>'events')::bigint]
$$;

-- The job is done. The finding is replaced by what came of it if that is the same failure in a run that is no larger. True: it
-- is. Only the job's own node can end it, and once.
CREATE FUNCTION farm.end_job_v1(p_token uuid, p_campaign bigint, p_report text, p_replay bytea) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  old farm.findings;
  is_better boolean;
BEGIN
  PERFORM set_config('synchronous_commit', 'on', true);
  SELECT * INTO old FROM farm.findings WHERE campaign = p_campaign AND refine_token = p_token FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  is_better := coalesce(p_report::jsonb->>'signature' = old.signature
                        AND (p_replay = old.replay OR farm.size_of(p_report) <= farm.size_of(old.report)), false);
  UPDATE farm.findings SET refining = 'done', refine_token = NULL,
    report = CASE WHEN is_better THEN p_report ELSE report END, replay = CASE WHEN is_better THEN p_replay ELSE replay END
    WHERE campaign = p_campaign AND id = old.id;
  RETURN is_better;
END $$;

-- Whether some node has a job, which it may yet lose.
CREATE FUNCTION farm.has_jobs_v1() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM farm.findings f JOIN farm.campaigns c ON c.id = f.campaign
                 WHERE farm.may_see(c.team) AND f.refining = 'waiting' AND farm.is_refined_now(f))
$$;

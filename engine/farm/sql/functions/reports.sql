-- What people and their monitoring ask about campaigns.

-- What a certificate needs besides the status, from one snapshot. Nothing here depends on the campaign's state: whoever
-- reads it decides again whether the search is complete.
CREATE FUNCTION farm.certificate_v1(p_campaign bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT farm.status_of(c.id) || jsonb_build_object(
    'request', c.request,
    'files', (SELECT jsonb_array_length(b.manifest::jsonb->'files') FROM farm.bundles b WHERE b.hash = c.request->>'bundle'),
    -- The list of files is the one that the request names, and all of them are there.
    'bundle_is_whole', coalesce((SELECT encode(sha256(convert_to(b.manifest, 'UTF8')), 'hex') = b.hash
                                   AND NOT EXISTS (SELECT FROM jsonb_array_elements(b.manifest::jsonb->'files') AS f
                                                   WHERE NOT EXISTS (SELECT FROM farm.files s WHERE s.hash = f->>'hash'))
                                 FROM farm.bundles b WHERE b.hash = c.request->>'bundle'), false),
    'workers', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', t.node, 'items', t.done,
                   'repeated', coalesce((SELECT r.agreed FROM farm.repeats r WHERE r.campaign = c.id AND r.node = t.node), 0))
                   ORDER BY t.node), '[]')
                FROM farm.totals t WHERE t.campaign = c.id AND t.epoch = c.epoch))
  FROM farm.campaigns c WHERE c.id = p_campaign AND farm.may_see(c.team)
$$;

-- For monitoring: campaigns that are open, or ended in the last day, and how many there are in each state.
CREATE FUNCTION farm.metrics_v1() RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'campaigns', (SELECT coalesce(jsonb_agg(farm.status_of(c.id) ORDER BY c.id), '[]') FROM farm.campaigns c
                  WHERE farm.may_see(c.team) AND (c.state = 'open' OR c.finished > clock_timestamp() - interval '1 day')),
    'states', (SELECT jsonb_object_agg(s.state, (SELECT count(*) FROM farm.campaigns c
                                                 WHERE c.state = s.state AND farm.may_see(c.team)))
               FROM unnest(ARRAY['open', 'complete', 'sampled', 'ended', 'found', 'canceled']) AS s (state)),
    'database_bytes', pg_database_size(current_database()))
$$;

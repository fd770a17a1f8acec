-- Files of programs by the SHA-256 of their content.

CREATE FUNCTION farm.missing_files_v1(p_hashes text[]) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT DISTINCT h FROM unnest(p_hashes) AS h WHERE NOT EXISTS (SELECT FROM farm.files f WHERE f.hash = h)
$$;

-- A part of a file that is not whole yet: the last one to send it decides, and end_file_v1 whether it is right.
CREATE FUNCTION farm.put_part_v1(p_hash text, p_part int, p_bytes bytea) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(p_hash, 0));
  IF EXISTS (SELECT FROM farm.files WHERE hash = p_hash) THEN RETURN; END IF;
  INSERT INTO farm.parts VALUES (p_hash, p_part, p_bytes) ON CONFLICT (hash, part) DO UPDATE SET bytes = excluded.bytes;
END $$;

-- The file is whole. False: its content has another hash, and it is not kept.
CREATE FUNCTION farm.end_file_v1(p_hash text, p_bytes bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE content bytea;
BEGIN
  PERFORM set_config('synchronous_commit', 'on', true);
  PERFORM pg_advisory_xact_lock(hashtextextended(p_hash, 0));
  IF EXISTS (SELECT FROM farm.files WHERE hash = p_hash) THEN RETURN true; END IF;
  SELECT coalesce(string_agg(bytes, '' ORDER BY part), '') INTO content FROM farm.parts WHERE hash = p_hash;
  IF octet_length(content) <> p_bytes OR encode(sha256(content), 'hex') <> p_hash THEN
    DELETE FROM farm.parts WHERE hash = p_hash;
    RETURN false;
  END IF;
  INSERT INTO farm.files VALUES (p_hash, p_bytes) ON CONFLICT DO NOTHING;
  RETURN true;
END $$;

CREATE FUNCTION farm.put_bundle_v1(p_hash text, p_manifest text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF encode(sha256(convert_to(p_manifest, 'UTF8')), 'hex') <> p_hash THEN
    RAISE EXCEPTION 'a list of files has another content than its hash says' USING ERRCODE = 'SL004';
  END IF;
  IF EXISTS (SELECT FROM jsonb_array_elements(p_manifest::jsonb->'files') AS f
             WHERE NOT EXISTS (SELECT FROM farm.files WHERE hash = f->>'hash')) THEN
    RAISE EXCEPTION 'a list of files names one that is not there' USING ERRCODE = 'SL004';
  END IF;
  INSERT INTO farm.bundles VALUES (p_hash, p_manifest) ON CONFLICT DO NOTHING;
END $$;

-- Of a campaign that the caller may see.
CREATE FUNCTION farm.bundle_v1(p_campaign bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT b.manifest FROM farm.bundles b JOIN farm.campaigns c ON b.hash = c.request->>'bundle'
  WHERE c.id = p_campaign AND farm.may_see(c.team)
$$;

CREATE FUNCTION farm.part_v1(p_campaign bigint, p_hash text, p_part int) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT p.bytes FROM farm.parts p JOIN farm.files f ON f.hash = p.hash
  WHERE p.hash = p_hash AND p.part = p_part
    AND farm.bundle_v1(p_campaign)::jsonb @> jsonb_build_object('files', jsonb_build_array(jsonb_build_object('hash', p_hash)))
$$;

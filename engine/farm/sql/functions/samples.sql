-- Campaigns that sample: how many classes their runs were of.
--
-- Kept are the classes whose hash begins with `level` zero bits, each of which stands for 2^level. Nodes keep theirs by the
-- same rule (engine/strategy/shared/class_filter.h), so the union is a fair sample, whichever node saw what first, and
-- however often.

CREATE FUNCTION farm.most_classes() RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT 16384 $$;

-- Of a hash as bigint, whose first bit is the sign.
CREATE FUNCTION farm.keeps_class(p_hash bigint, p_level int) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_level = 0 OR p_hash >= 0 AND (p_level = 1 OR p_hash < 1::bigint << (64 - p_level))
$$;

-- In order, so that two nodes do not wait for each other.
CREATE FUNCTION farm.add_classes(p_campaign bigint, p_classes bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  level int;
  many bigint;
BEGIN
  IF cardinality(p_classes) = 0 THEN RETURN; END IF;
  SELECT class_level INTO level FROM farm.campaigns WHERE id = p_campaign;
  INSERT INTO farm.classes SELECT p_campaign, h FROM unnest(p_classes) AS h WHERE farm.keeps_class(h, level) ORDER BY h
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT count(*) INTO many FROM farm.classes WHERE campaign = p_campaign;
  IF many <= farm.most_classes() THEN RETURN; END IF;
  SELECT class_level INTO level FROM farm.campaigns WHERE id = p_campaign FOR UPDATE;
  level := farm.level_of_classes(p_campaign, level);
  DELETE FROM farm.classes WHERE campaign = p_campaign AND NOT farm.keeps_class(hash, level);
  UPDATE farm.campaigns SET class_level = level WHERE id = p_campaign;
END $$;

-- The first level from this one on at which not too many are left.
CREATE FUNCTION farm.level_of_classes(p_campaign bigint, p_level int) RETURNS int LANGUAGE plpgsql STABLE AS $$
DECLARE level int := p_level;
BEGIN
  WHILE level < 63 AND (SELECT count(*) FROM farm.classes WHERE campaign = p_campaign AND farm.keeps_class(hash, level))
                       > farm.most_classes() LOOP
    level := level + 1;
  END LOOP;
  RETURN level;
END $$;

-- No more work on campaigns whose time is over.
CREATE FUNCTION farm.end_late() RETURNS void LANGUAGE sql AS $$
  UPDATE farm.campaigns SET state = CASE claim WHEN 'sampled' THEN 'sampled' ELSE 'ended' END, finished = clock_timestamp()
  WHERE state = 'open' AND deadline < clock_timestamp()
$$;

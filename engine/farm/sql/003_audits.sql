-- Audits: a few of the items that were run, by chance, are run again by another node.

CREATE TABLE farm.samples (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign bigint NOT NULL,
  epoch int NOT NULL,
  node text NOT NULL,                  -- that ran it
  item bytea NOT NULL,
  hash bigint NOT NULL,                -- of the run, and of the items that follow
  lease uuid,                          -- who runs it again
  attempts smallint NOT NULL DEFAULT 0,
  second_node text,                    -- whose hash is another one: a third node decides
  second_hash bigint
);
CREATE INDEX samples_campaign ON farm.samples (campaign, epoch);
CREATE INDEX samples_lease ON farm.samples (lease) WHERE lease IS NOT NULL;

-- Each node adds to a row of its own.
CREATE TABLE farm.repeats (
  campaign bigint NOT NULL,
  node text NOT NULL,                  -- that ran them again
  agreed bigint NOT NULL,
  PRIMARY KEY (campaign, node)
) WITH (fillfactor = 50);

-- Such a campaign is never complete.
CREATE TABLE farm.differences (
  sample bigint PRIMARY KEY,
  campaign bigint NOT NULL,
  first_node text NOT NULL,
  second_node text NOT NULL,
  third_node text,                     -- that agrees with one of them, or with none
  wrong_node text,                     -- the other one
  found timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX differences_campaign ON farm.differences (campaign);

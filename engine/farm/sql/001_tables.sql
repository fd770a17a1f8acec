-- Tables of the farm. Applied once; a change is a new file with the next number.
--
-- An item row is a bundle of work items. It is free, or held by a lease. A row is never changed but for its holder:
-- what a node makes of it replaces it.

CREATE TABLE farm.campaigns (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  request jsonb NOT NULL,              -- the program and all options of the search
  engine text NOT NULL,                -- version and hash of the explorer: two of them must not share a search
  build text,                          -- hash of the program's modules, from the first node that ran it
  keep_going boolean NOT NULL,         -- after a finding
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'complete', 'ended', 'found', 'canceled')),
  epoch int NOT NULL DEFAULT 1,
  submitted timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished timestamptz
);

CREATE TABLE farm.epochs (
  campaign bigint NOT NULL REFERENCES farm.campaigns ON DELETE CASCADE,
  epoch int NOT NULL,
  facts text NOT NULL,                 -- what the search knows about the program, as JSON
  threads bigint[] NOT NULL,           -- spawn paths: parent and ordinal of each; only grows
  PRIMARY KEY (campaign, epoch)
);

CREATE TABLE farm.leases (
  token uuid PRIMARY KEY,              -- random, made by the node
  node text NOT NULL,
  campaign bigint NOT NULL REFERENCES farm.campaigns ON DELETE CASCADE,
  seq int NOT NULL,                    -- of the last call that was applied
  until timestamptz NOT NULL,
  idle boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50);
CREATE INDEX leases_campaign ON farm.leases (campaign);

CREATE TABLE farm.items (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign bigint NOT NULL,
  epoch int NOT NULL,
  lane smallint NOT NULL DEFAULT floor(random() * 64),
  n int NOT NULL CHECK (n > 0),        -- work items in it
  weight float8 NOT NULL,              -- their share of the space
  attempts smallint NOT NULL DEFAULT 0,
  lease uuid,
  claimed_seq int,                     -- the call that claimed it
  made_seq int,                        -- the call that made it, for its own lease
  made_place int,
  bytes bytea NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX items_free ON farm.items (campaign, epoch, lane, weight DESC) WHERE lease IS NULL;
CREATE INDEX items_held ON farm.items (lease) WHERE lease IS NOT NULL;

-- Each node adds to a row of its own.
CREATE TABLE farm.totals (
  campaign bigint NOT NULL,
  epoch int NOT NULL,
  node text NOT NULL,
  complete_runs bigint NOT NULL,
  blocked_runs bigint NOT NULL,
  deadlocked_classes bigint NOT NULL,
  failed_runs bigint NOT NULL,
  beyond_bound bigint NOT NULL,
  made bigint NOT NULL,
  done bigint NOT NULL,
  class_sum numeric NOT NULL,          -- modulo 2^128
  weight float8 NOT NULL,
  PRIMARY KEY (campaign, epoch, node)
) WITH (fillfactor = 50);

CREATE TABLE farm.notes (
  campaign bigint NOT NULL,
  epoch int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('gap', 'assumption', 'bound')),
  note text NOT NULL,
  PRIMARY KEY (campaign, epoch, kind, note)
);

CREATE TABLE farm.findings (
  campaign bigint NOT NULL REFERENCES farm.campaigns ON DELETE CASCADE,
  signature text NOT NULL,
  id int NOT NULL,
  kind text NOT NULL,
  node text NOT NULL,
  found timestamptz NOT NULL DEFAULT clock_timestamp(),
  report text NOT NULL,                -- finding.json
  replay bytea NOT NULL,               -- replay.sleave
  PRIMARY KEY (campaign, signature)
);

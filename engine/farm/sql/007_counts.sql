-- What every call needs to know of all nodes and rows, counted now and then.
CREATE TABLE farm.counts (
  campaign bigint PRIMARY KEY REFERENCES farm.campaigns ON DELETE CASCADE,
  free int NOT NULL DEFAULT 0,         -- rows
  nodes int NOT NULL DEFAULT 0,
  idle int NOT NULL DEFAULT 0,         -- nodes
  until timestamptz NOT NULL DEFAULT '-infinity'
) WITH (fillfactor = 10);
INSERT INTO farm.counts (campaign) SELECT id FROM farm.campaigns;

CREATE INDEX campaigns_open ON farm.campaigns (id) WHERE state = 'open';

-- A sample is some runs of one call, with one hash.
ALTER TABLE farm.samples ADD COLUMN n int NOT NULL DEFAULT 1;
DROP INDEX farm.samples_campaign;
CREATE INDEX samples_free ON farm.samples (campaign, epoch) WHERE lease IS NULL;
ALTER TABLE farm.samples SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

-- Rows of a few kilobytes stay in their table as they are: to compress them, or to keep them elsewhere, costs a fifth of a call.
ALTER TABLE farm.items ALTER bytes SET STORAGE EXTERNAL, SET (toast_tuple_target = 8160);
ALTER TABLE farm.samples ALTER item SET STORAGE EXTERNAL, SET (toast_tuple_target = 8160);

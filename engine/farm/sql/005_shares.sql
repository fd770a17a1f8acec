-- Shares: campaigns that are open at the same time divide the time of the nodes.

ALTER TABLE farm.campaigns
  ADD COLUMN share int NOT NULL DEFAULT 1 CHECK (share BETWEEN 1 AND 1000),
  ADD COLUMN core_seconds float8 NOT NULL DEFAULT 0,  -- of leases that have ended
  ADD COLUMN head_start float8 NOT NULL DEFAULT 0,    -- core seconds that count as if it had had them
  ADD COLUMN rests_until timestamptz;                 -- had nothing for a node

ALTER TABLE farm.leases
  ADD COLUMN cores int NOT NULL DEFAULT 1 CHECK (cores > 0),
  ADD COLUMN began timestamptz NOT NULL DEFAULT clock_timestamp(),
  ADD COLUMN called timestamptz NOT NULL DEFAULT clock_timestamp(),
  ADD COLUMN core_seconds float8 NOT NULL DEFAULT 0,  -- up to the last call
  ADD COLUMN idle_since timestamptz,
  ADD COLUMN leaves boolean NOT NULL DEFAULT false;   -- was told to go to another campaign

-- Campaigns that sample, and jobs besides a search: findings that are to be minimized and explained.

ALTER TABLE farm.campaigns
  ADD COLUMN claim text NOT NULL DEFAULT 'complete' CHECK (claim IN ('complete', 'sampled')),  -- of a search that has ended well
  ADD COLUMN deadline timestamptz,                    -- after which no more work is done
  ADD COLUMN class_level int NOT NULL DEFAULT 0;      -- only classes whose hash begins with so many zero bits are kept
ALTER TABLE farm.campaigns DROP CONSTRAINT campaigns_state_check;
ALTER TABLE farm.campaigns ADD CONSTRAINT campaigns_state_check
  CHECK (state IN ('open', 'complete', 'sampled', 'ended', 'found', 'canceled'));

-- A fair sample of the classes that runs of a sampling campaign were of.
CREATE TABLE farm.classes (
  campaign bigint NOT NULL REFERENCES farm.campaigns ON DELETE CASCADE,
  hash bigint NOT NULL,
  PRIMARY KEY (campaign, hash)
);

-- Findings are minimized and explained by a node that has such a job. Those of older campaigns stay as they are.
ALTER TABLE farm.findings
  ADD COLUMN refining text NOT NULL DEFAULT 'never' CHECK (refining IN ('never', 'waiting', 'done')),
  ADD COLUMN refine_attempts smallint NOT NULL DEFAULT 0,  -- of nodes that took it
  ADD COLUMN refine_token uuid,                            -- of the job; made by its node
  ADD COLUMN refine_node text,
  ADD COLUMN refine_until timestamptz;                     -- when it is another node's, unless this one calls
ALTER TABLE farm.findings ALTER COLUMN refining SET DEFAULT 'waiting';

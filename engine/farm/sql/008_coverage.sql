-- Edges of the program's control flow that runs have taken, and inputs with which they took new ones.

CREATE TABLE farm.coverage (
  campaign bigint NOT NULL REFERENCES farm.campaigns ON DELETE CASCADE,
  epoch int NOT NULL,
  module text NOT NULL,                -- its build id; its path if it has none
  edges int NOT NULL CHECK (edges > 0),
  path text NOT NULL,
  build_id text NOT NULL,
  place int NOT NULL,                  -- of its first edge in a trace
  taken bit varying NOT NULL,          -- by runs that count: a bit for each edge, and up to seven more; only grows
  PRIMARY KEY (campaign, epoch, module, edges)
);

CREATE TABLE farm.inputs (
  campaign bigint NOT NULL REFERENCES farm.campaigns ON DELETE CASCADE,
  epoch int NOT NULL,
  hash bytea NOT NULL,                 -- SHA-256 of the content
  content bytea NOT NULL,              -- as a file of a corpus has it
  PRIMARY KEY (campaign, epoch, hash)
);

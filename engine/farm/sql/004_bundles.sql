-- Files of programs, each once, and admission: what a node must reproduce before it works.

CREATE TABLE farm.files (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  bytes bigint NOT NULL,
  stored timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Also of files that are not whole yet.
CREATE TABLE farm.parts (
  hash text NOT NULL,
  part int NOT NULL CHECK (part BETWEEN 0 AND 255),
  bytes bytea NOT NULL CHECK (octet_length(bytes) <= 1048576),
  PRIMARY KEY (hash, part)
);
ALTER TABLE farm.parts ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE farm.bundles (
  hash text PRIMARY KEY,
  manifest text NOT NULL
);

CREATE TABLE farm.admissions (
  campaign bigint NOT NULL REFERENCES farm.campaigns ON DELETE CASCADE,
  node text NOT NULL,
  different int,                       -- the first reference run that is another one here; null: the node is admitted
  seen timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (campaign, node)
);

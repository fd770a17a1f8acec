-- The role that a campaign belongs to: only its members see it. Empty: everybody's.
ALTER TABLE farm.campaigns ADD COLUMN team text NOT NULL DEFAULT '';

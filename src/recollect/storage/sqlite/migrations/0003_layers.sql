-- Who and what is spoken of, and how far the work that follows a write has come.
CREATE TABLE entity (
  space INTEGER NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,               -- as it is shown
  type TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (space, id)
) WITHOUT ROWID;

CREATE TABLE alias (                -- every name an entity goes by, its own among them
  space INTEGER NOT NULL,
  name TEXT NOT NULL,               -- folded
  entity TEXT NOT NULL,
  PRIMARY KEY (space, name)
) WITHOUT ROWID;
CREATE INDEX alias_entity ON alias (space, entity);

ALTER TABLE space ADD COLUMN contributions INTEGER NOT NULL DEFAULT 0; -- memories written since the profile was made
ALTER TABLE space ADD COLUMN graphed INTEGER NOT NULL DEFAULT 0;       -- the generation the graph knows
CREATE INDEX item_every_key ON item (space, key) WHERE key IS NOT NULL; -- old versions too

-- Who and what is spoken of, and how far the work that follows a write has come.
CREATE TABLE entity (
  space INTEGER NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,               -- as it is shown
  type TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (space, id)
);

CREATE TABLE alias (                -- every name an entity goes by, its own among them
  space INTEGER NOT NULL,
  name TEXT COLLATE "C" NOT NULL,               -- folded
  entity TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (space, name)
);
CREATE INDEX alias_entity ON alias (space, entity);

ALTER TABLE space ADD COLUMN contributions INTEGER NOT NULL DEFAULT 0; -- memories written since the profile was made
ALTER TABLE space ADD COLUMN graphed BIGINT NOT NULL DEFAULT 0;       -- the generation the graph knows
CREATE INDEX item_every_key ON item (space, key) WHERE key IS NOT NULL; -- old versions too

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
  given BOOLEAN NOT NULL,           -- by a person, who merged two entities
  PRIMARY KEY (space, name)
) WITHOUT ROWID;
CREATE INDEX alias_entity ON alias (space, entity);

CREATE TABLE mention (              -- which version of a record names whom, and by which name
  space INTEGER NOT NULL,
  item INTEGER NOT NULL,
  entity TEXT NOT NULL,
  alias TEXT NOT NULL,            -- folded
  name TEXT NOT NULL,             -- as it was said
  live BOOLEAN NOT NULL,            -- the version is current and active
  PRIMARY KEY (space, item, entity, alias)
) WITHOUT ROWID;
CREATE INDEX mention_entity ON mention (space, entity, item, live, alias, name); -- all that is asked of an entity

CREATE TABLE statement (            -- which version of a record says that two entities are related
  space INTEGER NOT NULL,
  item INTEGER NOT NULL,
  source TEXT NOT NULL,
  relation TEXT NOT NULL,
  target TEXT NOT NULL,
  confidence REAL NOT NULL,
  PRIMARY KEY (space, source, relation, target, item)
) WITHOUT ROWID;
CREATE INDEX statement_item ON statement (space, item);
CREATE INDEX statement_target ON statement (space, target);

CREATE TABLE told (                 -- names and relations a language model gave together with a record
  item INTEGER PRIMARY KEY,
  data TEXT NOT NULL              -- JSON
);

CREATE INDEX edge_relation ON edge (space, weight DESC, created_at DESC)
  WHERE source_type = 'entity' AND weight > 0;  -- those that current records state

ALTER TABLE space ADD COLUMN contributions INTEGER NOT NULL DEFAULT 0; -- memories written since the profile was made
ALTER TABLE space ADD COLUMN graphed INTEGER NOT NULL DEFAULT 0;       -- the generation the graph knows,
ALTER TABLE space ADD COLUMN graphed_item INTEGER NOT NULL DEFAULT 0;  -- and of that generation, up to which item
ALTER TABLE space ADD COLUMN linked INTEGER NOT NULL DEFAULT 0;        -- the same of the waypoints
ALTER TABLE space ADD COLUMN linked_item INTEGER NOT NULL DEFAULT 0;
CREATE INDEX item_every_key ON item (space, key) WHERE key IS NOT NULL; -- old versions too

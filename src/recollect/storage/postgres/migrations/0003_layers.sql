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
  given BOOLEAN NOT NULL,           -- by a person, who merged two entities
  PRIMARY KEY (space, name)
);
CREATE INDEX alias_entity ON alias (space, entity);

CREATE TABLE mention (              -- which version of a record names whom, and by which name
  space INTEGER NOT NULL,
  item BIGINT NOT NULL,
  entity TEXT COLLATE "C" NOT NULL,
  alias TEXT COLLATE "C" NOT NULL,            -- folded
  name TEXT COLLATE "C" NOT NULL,             -- as it was said
  live BOOLEAN NOT NULL,            -- the version is current and active
  PRIMARY KEY (space, item, entity, alias)
);
CREATE INDEX mention_entity ON mention (space, entity, item, live, alias, name); -- all that is asked of an entity

CREATE TABLE statement (            -- which version of a record says that two entities are related
  space INTEGER NOT NULL,
  item BIGINT NOT NULL,
  source TEXT COLLATE "C" NOT NULL,
  relation TEXT COLLATE "C" NOT NULL,
  target TEXT COLLATE "C" NOT NULL,
  confidence DOUBLE PRECISION NOT NULL,
  PRIMARY KEY (space, source, relation, target, item)
);
CREATE INDEX statement_item ON statement (space, item);
CREATE INDEX statement_target ON statement (space, target);

CREATE TABLE told (                 -- names and relations a language model gave together with a record
  item BIGINT PRIMARY KEY,
  data TEXT COLLATE "C" NOT NULL              -- JSON
);

CREATE INDEX edge_relation ON edge (space, weight DESC, created_at DESC)
  WHERE source_type = 'entity' AND weight > 0;  -- those that current records state

ALTER TABLE space ADD COLUMN contributions INTEGER NOT NULL DEFAULT 0; -- memories written since the profile was made
ALTER TABLE space ADD COLUMN graphed BIGINT NOT NULL DEFAULT 0;       -- the generation the graph knows,
ALTER TABLE space ADD COLUMN graphed_item BIGINT NOT NULL DEFAULT 0;  -- and of that generation, up to which item
ALTER TABLE space ADD COLUMN linked BIGINT NOT NULL DEFAULT 0;        -- the same of the waypoints
ALTER TABLE space ADD COLUMN linked_item BIGINT NOT NULL DEFAULT 0;
CREATE INDEX item_every_key ON item (space, key) WHERE key IS NOT NULL; -- old versions too

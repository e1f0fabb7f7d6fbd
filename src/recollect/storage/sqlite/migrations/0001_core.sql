-- One row per version of a record. `item` = space * 2^32 + number: rows of one space lie together, and the same
-- integer is the key of the row, of its postings (as number inside the space) and of its vector.
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE space (
  id INTEGER PRIMARY KEY,
  tenant TEXT NOT NULL,
  owner TEXT NOT NULL,              -- the user; '' is the tenant's shared space
  epoch INTEGER NOT NULL DEFAULT 0, -- another number after a restore: nothing cached before it is valid
  generation INTEGER NOT NULL DEFAULT 0,
  next_number INTEGER NOT NULL DEFAULT 0,
  analyser INTEGER NOT NULL,
  UNIQUE (tenant, owner)
);

CREATE TABLE item (
  item INTEGER PRIMARY KEY,
  tenant TEXT NOT NULL,
  space INTEGER NOT NULL,
  id TEXT NOT NULL,
  changed INTEGER NOT NULL,         -- the space's generation that last touched this row
  layer TEXT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  owner TEXT,
  agent TEXT,
  session TEXT,
  project TEXT,
  key TEXT,
  role TEXT NOT NULL,
  speaker TEXT,
  position INTEGER NOT NULL,
  content TEXT NOT NULL,
  tags TEXT NOT NULL,
  metadata TEXT NOT NULL,
  sectors TEXT NOT NULL,
  confidence REAL NOT NULL,
  strength REAL NOT NULL,
  original_strength REAL NOT NULL,
  strength_at INTEGER NOT NULL,     -- all times: microseconds since 1970, UTC
  decay_rate REAL NOT NULL,
  access_count INTEGER NOT NULL,
  last_accessed_at INTEGER,
  occurred_at INTEGER,
  valid_from INTEGER,
  valid_until INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER,
  ended_at INTEGER,
  version INTEGER NOT NULL,
  previous_version_id TEXT,
  source TEXT NOT NULL,
  reference TEXT,
  content_hash TEXT NOT NULL,
  trust REAL NOT NULL,
  length INTEGER NOT NULL,
  flags INTEGER NOT NULL
);
CREATE UNIQUE INDEX item_id ON item (tenant, id);
CREATE INDEX item_changed ON item (space, changed);
CREATE INDEX item_session ON item (space, session, position) WHERE session IS NOT NULL;
CREATE UNIQUE INDEX item_key ON item (space, key) WHERE key IS NOT NULL AND ended_at IS NULL;
CREATE INDEX item_previous ON item (tenant, previous_version_id) WHERE previous_version_id IS NOT NULL;

CREATE TABLE posting (              -- a block: the items of one write that have the term
  space INTEGER NOT NULL,
  term TEXT NOT NULL,
  number INTEGER NOT NULL,          -- of the first of them
  count INTEGER NOT NULL,           -- how often it has the term
  rest BLOB,                        -- of each further one: distance from the first (uint16, little-endian), count (uint8)
  PRIMARY KEY (space, term, number)
) WITHOUT ROWID;

CREATE TABLE embedder (
  id INTEGER PRIMARY KEY,
  signature TEXT NOT NULL UNIQUE
);

CREATE TABLE vector (
  item INTEGER PRIMARY KEY,
  embedder INTEGER NOT NULL,
  data BLOB NOT NULL
);

CREATE TABLE sector_vector (
  item INTEGER NOT NULL,
  sector TEXT NOT NULL,
  embedder INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (item, sector)
) WITHOUT ROWID;

CREATE TABLE edge (
  space INTEGER NOT NULL,
  source_type TEXT NOT NULL,
  source TEXT NOT NULL,
  kind TEXT NOT NULL,
  target_type TEXT NOT NULL,
  target TEXT NOT NULL,
  weight REAL NOT NULL,
  confidence REAL NOT NULL,
  valid_from INTEGER,
  valid_until INTEGER,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  PRIMARY KEY (space, source, kind, target)
) WITHOUT ROWID;
CREATE INDEX edge_target ON edge (space, target);

CREATE TABLE tombstone (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  space INTEGER NOT NULL,
  item INTEGER NOT NULL,
  generation INTEGER NOT NULL,      -- of the space, when it was deleted
  deleted_at INTEGER NOT NULL,
  PRIMARY KEY (tenant, id, item)    -- an id can be given again and deleted again; caches must hear of both items
) WITHOUT ROWID;
CREATE INDEX tombstone_generation ON tombstone (space, generation);

CREATE TABLE embedding_cache (
  tenant TEXT NOT NULL,
  embedder INTEGER NOT NULL,
  hash TEXT NOT NULL,
  data BLOB NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (tenant, embedder, hash)
) WITHOUT ROWID;

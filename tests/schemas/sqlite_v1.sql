-- A file of schema version 1, with one of everything in it. Never changed: newer versions must be able to upgrade it.
PRAGMA page_size=4096;
BEGIN TRANSACTION;
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
INSERT INTO edge VALUES(1,'record','home','about','entity','Ana',1.0,1.0,NULL,NULL,1714564800000000,NULL);
CREATE INDEX edge_target ON edge (space, target);
CREATE TABLE embedder (
  id INTEGER PRIMARY KEY,
  signature TEXT NOT NULL UNIQUE
);
INSERT INTO embedder VALUES(1,'test:a:8');
CREATE TABLE embedding_cache (
  tenant TEXT NOT NULL,
  embedder INTEGER NOT NULL,
  hash TEXT NOT NULL,
  data BLOB NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (tenant, embedder, hash)
) WITHOUT ROWID;
INSERT INTO embedding_cache VALUES('default',1,'h',X'61B82B3E5F21CC3E9331243E5AE221BF58EFE03E84CD5D3ED56785BEDA60903E',1714564800000000);
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
INSERT INTO item VALUES(4294967296,'default',1,'home@1',2,'memory','note','superseded','ana',NULL,NULL,NULL,'home','',NULL,0,'Ana lives in Porto','["place"]','{"n":1}','[]',1.0,0.5,0.5,1714564800000000,0.0,0,NULL,NULL,NULL,NULL,1714564800000000,1714564800000000,NULL,1714564860000000,1,NULL,'user',NULL,'945c50ea18f195a7021e5b757738f471d26ee52d0291ce3ff0ac196d90b639fd',1.0,3,256);
INSERT INTO item VALUES(4294967297,'default',1,'fruit',4,'memory','note','archived','ana',NULL,NULL,NULL,NULL,'',NULL,0,'apples and pears','[]','{}','[]',1.0,0.5,0.5,1714564800000000,0.0,0,NULL,NULL,NULL,NULL,1714564800000000,1714564800000000,NULL,1714564890000000,1,NULL,'user',NULL,'5f5612caca875ffc5028fa15c98a95a1925d3b4f39a9d8ce004fd0032d1ea0a5',1.0,2,0);
INSERT INTO item VALUES(4294967299,'default',1,'home',2,'memory','note','active','ana',NULL,NULL,NULL,'home','',NULL,0,'Ana lives in Lisbon','["place"]','{"n":1}','[]',1.0,0.5,0.5,1714564800000000,0.0,0,NULL,NULL,NULL,NULL,1714564800000000,1714564860000000,NULL,NULL,2,'home@1','user',NULL,'4cf9193f1f9f2a3b35cc29b7656b99506d2e2271ec08c99de83fe491bab438cb',1.0,3,256);
INSERT INTO item VALUES(4294967300,'default',1,'turn0',3,'turn','note','active','ana',NULL,'s1',NULL,NULL,'user','Ana',1,'turn 0 of the talk','[]','{}','[]',1.0,0.5,0.5,1714564800000000,0.0,0,NULL,NULL,NULL,NULL,1714564800000000,1714564800000000,NULL,NULL,1,NULL,'user',NULL,'db7452e67f3043887a6999423544d7fd898efda105f1db8afba924851b50cb66',1.0,3,2);
INSERT INTO item VALUES(4294967301,'default',1,'turn1',3,'turn','note','active','ana',NULL,'s1',NULL,NULL,'user','Ana',2,'turn 1 of the talk','[]','{}','[]',1.0,0.5,0.5,1714564800000000,0.0,0,NULL,NULL,NULL,NULL,1714564800000000,1714564800000000,NULL,NULL,1,NULL,'user',NULL,'7fe284edcf8d5ad2a1a6c98c5bf2c9bb221137427bfa80f9f26f1a05b32f4f26',1.0,3,2);
INSERT INTO item VALUES(4294967302,'default',1,'turn2',3,'turn','note','active','ana',NULL,'s1',NULL,NULL,'user','Ana',3,'turn 2 of the talk','[]','{}','[]',1.0,0.5,0.5,1714564800000000,0.0,0,NULL,NULL,NULL,NULL,1714564800000000,1714564800000000,NULL,NULL,1,NULL,'user',NULL,'0ac00ee6a63f51fd24580ba9aac95c9bff0bcbf5aa1e2ad2531d5e0bdab6c68d',1.0,3,2);
INSERT INTO item VALUES(8589934592,'default',2,'office',1,'memory','note','active',NULL,NULL,NULL,NULL,NULL,'',NULL,0,'the office closes at noon','[]','{}','[]',1.0,0.5,0.5,1714564800000000,0.0,0,NULL,NULL,NULL,NULL,1714564800000000,1714564800000000,NULL,NULL,1,NULL,'user',NULL,'22d9597f66d640dadd4b44e78376d53640b557406ead2a061cae77fb32bb0aa9',1.0,3,0);
CREATE INDEX item_changed ON item (space, changed);
CREATE UNIQUE INDEX item_id ON item (tenant, id);
CREATE UNIQUE INDEX item_key ON item (space, key) WHERE key IS NOT NULL AND ended_at IS NULL;
CREATE INDEX item_previous ON item (tenant, previous_version_id) WHERE previous_version_id IS NOT NULL;
CREATE INDEX item_session ON item (space, session, position) WHERE session IS NOT NULL;
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE posting (              -- a block: the items of one write that have the term
  space INTEGER NOT NULL,
  term TEXT NOT NULL,
  number INTEGER NOT NULL,          -- of the first of them
  count INTEGER NOT NULL,           -- how often it has the term
  rest BLOB,                        -- of each further one: distance from the first (uint16, little-endian), count (uint8)
  PRIMARY KEY (space, term, number)
) WITHOUT ROWID;
INSERT INTO posting VALUES(1,'0',4,1,NULL);
INSERT INTO posting VALUES(1,'1',5,1,NULL);
INSERT INTO posting VALUES(1,'2',6,1,NULL);
INSERT INTO posting VALUES(1,'ana',0,1,NULL);
INSERT INTO posting VALUES(1,'ana',3,1,NULL);
INSERT INTO posting VALUES(1,'ana',4,1,NULL);
INSERT INTO posting VALUES(1,'ana',5,1,NULL);
INSERT INTO posting VALUES(1,'ana',6,1,NULL);
INSERT INTO posting VALUES(1,'appl',1,1,NULL);
INSERT INTO posting VALUES(1,'home',0,1,NULL);
INSERT INTO posting VALUES(1,'home',3,1,NULL);
INSERT INTO posting VALUES(1,'lisbon',3,1,NULL);
INSERT INTO posting VALUES(1,'live',0,1,NULL);
INSERT INTO posting VALUES(1,'live',3,1,NULL);
INSERT INTO posting VALUES(1,'pear',1,1,NULL);
INSERT INTO posting VALUES(1,'porto',0,1,NULL);
INSERT INTO posting VALUES(1,'talk',4,1,X'010001020001');
INSERT INTO posting VALUES(1,'turn',4,1,X'010001020001');
INSERT INTO posting VALUES(2,'close',0,1,NULL);
INSERT INTO posting VALUES(2,'noon',0,1,NULL);
INSERT INTO posting VALUES(2,'offic',0,1,NULL);
CREATE TABLE sector_vector (
  item INTEGER NOT NULL,
  sector TEXT NOT NULL,
  embedder INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (item, sector)
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
INSERT INTO space VALUES(1,'default','ana',0,6,7,1);
INSERT INTO space VALUES(2,'default','',0,1,1,1);
CREATE TABLE tombstone (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  space INTEGER NOT NULL,
  item INTEGER NOT NULL,
  generation INTEGER NOT NULL,      -- of the space, when it was deleted
  deleted_at INTEGER NOT NULL,
  PRIMARY KEY (tenant, id, item)    -- an id can be given again and deleted again; caches must hear of both items
) WITHOUT ROWID;
INSERT INTO tombstone VALUES('default','gone',1,4294967298,5,1714564900000000);
CREATE INDEX tombstone_generation ON tombstone (space, generation);
CREATE TABLE vector (
  item INTEGER PRIMARY KEY,
  embedder INTEGER NOT NULL,
  data BLOB NOT NULL
);
INSERT INTO vector VALUES(4294967296,1,X'36113DBE051EF8BE907CF2BEDE3D87BECFFF733E23C06C3EB58F233E29820C3F');
INSERT INTO vector VALUES(4294967297,1,X'D7E3E8BCA8BB0CBFB6D645BED9B629BE50D69F3E53B171BC8BB54EBEDAE233BF');
pragma user_version=1;
pragma application_id=1380270927;
COMMIT TRANSACTION;

-- A file of schema version 6, with one of everything in it. Never changed: newer versions must be able to upgrade it.
PRAGMA page_size=4096;
BEGIN TRANSACTION;
CREATE TABLE alias (                -- every name an entity goes by, its own among them
  space INTEGER NOT NULL,
  name TEXT NOT NULL,               -- folded
  entity TEXT NOT NULL,
  given BOOLEAN NOT NULL,           -- by a person, who merged two entities
  PRIMARY KEY (space, name)
) WITHOUT ROWID;
INSERT INTO alias VALUES(1,'ana','e-ana',1);
INSERT INTO alias VALUES(1,'lisbon','e-lisbon',1);
CREATE INDEX alias_entity ON alias (space, entity);
CREATE TABLE answer (                 -- to requests that carried an idempotency key
  tenant TEXT NOT NULL,
  name TEXT NOT NULL,                 -- the key, and who sent it
  request_hash TEXT NOT NULL,
  status INTEGER,                     -- NULL: not answered yet
  body BLOB,                         -- NULL: what it said has been deleted
  created_at INTEGER NOT NULL,
  PRIMARY KEY (tenant, name)
) WITHOUT ROWID;
INSERT INTO answer VALUES('default','n1','r',201,X'7B7D',1714564800000000);
CREATE INDEX answer_kept ON answer (tenant) WHERE body IS NOT NULL;
CREATE TABLE api_key (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  hash TEXT NOT NULL,                 -- SHA-256 of the key; the key itself is kept nowhere
  name TEXT,
  hint TEXT NOT NULL,                 -- its first characters
  role TEXT NOT NULL,
  owner TEXT,                         -- the user it is bound to
  requests_per_minute INTEGER,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at INTEGER,
  revoked_at INTEGER,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;
INSERT INTO api_key VALUES('default','k1','hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh','first','rk_12345','admin',NULL,NULL,1714564800000000,NULL,NULL,NULL);
CREATE UNIQUE INDEX api_key_hash ON api_key (hash);
CREATE TABLE audit (                  -- never what was said
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  key_id TEXT,
  owner TEXT,
  verb TEXT NOT NULL,
  ids TEXT NOT NULL,                  -- JSON
  count INTEGER NOT NULL,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;
INSERT INTO audit VALUES('default','a1',1714564800000000,'k1','ana','add','["home"]',1);
CREATE TABLE conflict (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  space INTEGER NOT NULL,
  owner TEXT,
  action TEXT NOT NULL,             -- clarify or review
  question TEXT NOT NULL,
  reason TEXT NOT NULL,
  new_id TEXT NOT NULL,
  old_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  resolved_at INTEGER,
  choice TEXT,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;
INSERT INTO "conflict" VALUES('default','conflict-1',1,'ana','clarify','Which of the two is right?','unsure','home','other',1714564800000000,NULL,NULL);
CREATE INDEX conflict_new ON conflict (space, new_id);
CREATE INDEX conflict_old ON conflict (space, old_id);
CREATE INDEX conflict_open ON conflict (tenant, space) WHERE resolved_at IS NULL;
CREATE TABLE decision (
  space INTEGER NOT NULL,
  id TEXT NOT NULL,
  action TEXT NOT NULL,
  memory_id TEXT,
  previous_id TEXT,
  reason TEXT NOT NULL,
  job TEXT,                         -- the job that decided; NULL: the caller of `add`
  conflict TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (space, id)
) WITHOUT ROWID;
INSERT INTO decision VALUES(1,'job-1:0000','added','home',NULL,'nothing known is related','job-1',NULL,1714564800000000);
CREATE INDEX decision_memory ON decision (space, memory_id) WHERE memory_id IS NOT NULL;
CREATE INDEX decision_previous ON decision (space, previous_id) WHERE previous_id IS NOT NULL;
CREATE TABLE document (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  space INTEGER NOT NULL,
  owner TEXT,                       -- owner to project: the scope its passages have
  agent TEXT,
  session TEXT,
  project TEXT,
  collection TEXT NOT NULL,         -- '': given by hand; else the folder or feed it is kept in step with
  source TEXT NOT NULL,             -- path, address or name
  title TEXT NOT NULL,
  media_type TEXT NOT NULL,
  content_hash TEXT NOT NULL,       -- of its bytes
  stamp TEXT NOT NULL,              -- cheap to look at, changes with it
  fingerprint TEXT NOT NULL,        -- how it was read and cut
  bytes INTEGER NOT NULL,
  passages INTEGER NOT NULL,
  metadata TEXT NOT NULL,           -- JSON
  version INTEGER NOT NULL,
  error TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;
INSERT INTO document VALUES('default','doc-1',1,'ana',NULL,NULL,NULL,'','notes.md','Notes','text/markdown','hash','','400/80',120,1,'{}',1,NULL,1714564800000000,1714564800000000);
CREATE UNIQUE INDEX document_source ON document (space, collection, source);
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
INSERT INTO edge VALUES(1,'entity','e-ana','lives in','entity','e-lisbon',1.0,1.0,NULL,NULL,1714564800000000,NULL);
INSERT INTO edge VALUES(1,'record','home','about','entity','Ana',1.0,1.0,NULL,NULL,1714564800000000,NULL);
CREATE INDEX edge_relation ON edge (space, weight DESC, created_at DESC)
  WHERE source_type = 'entity' AND weight > 0;
CREATE INDEX edge_target ON edge (space, target);
CREATE TABLE embed_log (              -- attempts of embedders that failed
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  model TEXT NOT NULL,
  status TEXT NOT NULL,
  at INTEGER NOT NULL,
  error TEXT,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;
INSERT INTO embed_log VALUES('default','l1','test:a','failed',1714564800000000,'away');
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
CREATE TABLE entity (
  space INTEGER NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,               -- as it is shown
  type TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (space, id)
) WITHOUT ROWID;
INSERT INTO entity VALUES(1,'e-ana','Ana','person',1714564800000000,1714564800000000);
INSERT INTO entity VALUES(1,'e-lisbon','Lisbon','place',1714564800000000,1714564800000000);
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
CREATE INDEX item_every_key ON item (space, key) WHERE key IS NOT NULL;
CREATE UNIQUE INDEX item_id ON item (tenant, id);
CREATE UNIQUE INDEX item_key ON item (space, key) WHERE key IS NOT NULL AND ended_at IS NULL;
CREATE INDEX item_previous ON item (tenant, previous_version_id) WHERE previous_version_id IS NOT NULL;
CREATE INDEX item_session ON item (space, session, position) WHERE session IS NOT NULL;
CREATE TABLE job (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  space INTEGER NOT NULL,
  owner TEXT,                       -- owner to project: the scope it works for
  agent TEXT,
  session TEXT,
  project TEXT,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,            -- JSON: ids, never texts
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  run_at INTEGER NOT NULL,
  lease_until INTEGER,
  claim TEXT,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  error TEXT,
  result TEXT NOT NULL,             -- JSON
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;
INSERT INTO job VALUES('default','job-1',1,'ana',NULL,'s1',NULL,'extract','{"turns":["turn-0"],"before":null}','done',1,1714564800000000,NULL,'0123456789abcdef',1714564800000000,1714564801000000,NULL,'{"claims":1}');
INSERT INTO job VALUES('default','job-2',1,'ana',NULL,'s1',NULL,'extract','{"turns":[],"before":null}','queued',0,1714564800000000,NULL,NULL,1714564800000000,NULL,NULL,'{}');
CREATE INDEX job_due ON job (run_at) WHERE state IN ('queued', 'running');
CREATE INDEX job_of_space ON job (space, run_at) WHERE state IN ('queued', 'running');
CREATE INDEX job_open ON job (tenant, run_at) WHERE state IN ('queued', 'running');
CREATE INDEX job_running ON job (space) WHERE state = 'running';
CREATE TABLE mention (              -- which version of a record names whom, and by which name
  space INTEGER NOT NULL,
  item INTEGER NOT NULL,
  entity TEXT NOT NULL,
  alias TEXT NOT NULL,            -- folded
  name TEXT NOT NULL,             -- as it was said
  live BOOLEAN NOT NULL,            -- the version is current and active
  PRIMARY KEY (space, item, entity, alias)
) WITHOUT ROWID;
INSERT INTO mention VALUES(1,4294967299,'e-ana','ana','Ana',1);
INSERT INTO mention VALUES(1,4294967299,'e-lisbon','lisbon','Lisbon',1);
CREATE INDEX mention_entity ON mention (space, entity, item, live, alias, name);
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
  analyser INTEGER NOT NULL, contributions INTEGER NOT NULL DEFAULT 0, graphed INTEGER NOT NULL DEFAULT 0, graphed_item INTEGER NOT NULL DEFAULT 0, linked INTEGER NOT NULL DEFAULT 0, linked_item INTEGER NOT NULL DEFAULT 0,
  UNIQUE (tenant, owner)
);
INSERT INTO space VALUES(1,'default','ana',0,6,7,1,3,0,0,0,0);
INSERT INTO space VALUES(2,'default','',0,1,1,1,0,0,0,0,0);
CREATE TABLE statement (            -- which version of a record says that two entities are related
  space INTEGER NOT NULL,
  item INTEGER NOT NULL,
  source TEXT NOT NULL,
  relation TEXT NOT NULL,
  target TEXT NOT NULL,
  confidence REAL NOT NULL,
  PRIMARY KEY (space, source, relation, target, item)
) WITHOUT ROWID;
INSERT INTO statement VALUES(1,4294967299,'e-ana','lives in','e-lisbon',1.0);
CREATE INDEX statement_item ON statement (space, item);
CREATE INDEX statement_target ON statement (space, target);
CREATE TABLE tenant_setting (
  tenant TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,                -- JSON
  PRIMARY KEY (tenant, name)
) WITHOUT ROWID;
INSERT INTO tenant_setting VALUES('default','preset','"omniroute"');
CREATE TABLE told (                 -- names and relations a language model gave together with a record
  item INTEGER PRIMARY KEY,
  data TEXT NOT NULL              -- JSON
);
INSERT INTO told VALUES(4294967299,'{}');
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
pragma user_version=6;
pragma application_id=1380270927;
COMMIT TRANSACTION;

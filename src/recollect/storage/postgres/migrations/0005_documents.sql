-- What was read in. Passages are rows of `item`, joined to their document by an edge `part_of`.
CREATE TABLE document (
  tenant TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  space INTEGER NOT NULL,
  owner TEXT COLLATE "C",                       -- owner to project: the scope its passages have
  agent TEXT COLLATE "C",
  session TEXT COLLATE "C",
  project TEXT COLLATE "C",
  collection TEXT COLLATE "C" NOT NULL,         -- '': given by hand; else the folder or feed it is kept in step with
  source TEXT COLLATE "C" NOT NULL,             -- path, address or name
  title TEXT COLLATE "C" NOT NULL,
  media_type TEXT COLLATE "C" NOT NULL,
  content_hash TEXT COLLATE "C" NOT NULL,       -- of its bytes
  stamp TEXT COLLATE "C" NOT NULL,              -- cheap to look at, changes with it
  fingerprint TEXT COLLATE "C" NOT NULL,        -- how it was read and cut
  bytes BIGINT NOT NULL,
  passages INTEGER NOT NULL,
  metadata TEXT COLLATE "C" NOT NULL,           -- JSON
  version INTEGER NOT NULL,
  error TEXT COLLATE "C",
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX document_source ON document (space, collection, source);

-- What was read in. Passages are rows of `item`, joined to their document by an edge `part_of`.
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
CREATE UNIQUE INDEX document_source ON document (space, collection, source);

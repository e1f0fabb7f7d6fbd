-- Who may come in, what was done, what a tenant set for itself, and what was answered.
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
CREATE UNIQUE INDEX api_key_hash ON api_key (hash); -- the one question that is asked before the tenant is known

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

CREATE TABLE tenant_setting (
  tenant TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,                -- JSON
  PRIMARY KEY (tenant, name)
) WITHOUT ROWID;

CREATE TABLE answer (                 -- to requests that carried an idempotency key
  tenant TEXT NOT NULL,
  name TEXT NOT NULL,                 -- the key, and who sent it
  request_hash TEXT NOT NULL,
  status INTEGER,                     -- NULL: not answered yet
  body BLOB,                         -- NULL: what it said has been deleted
  created_at INTEGER NOT NULL,
  PRIMARY KEY (tenant, name)
) WITHOUT ROWID;
CREATE INDEX answer_kept ON answer (tenant) WHERE body IS NOT NULL;

CREATE TABLE embed_log (              -- attempts of embedders that failed
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  model TEXT NOT NULL,
  status TEXT NOT NULL,
  at INTEGER NOT NULL,
  error TEXT,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;

CREATE INDEX job_due ON job (run_at) WHERE state IN ('queued', 'running'); -- which tenants have work

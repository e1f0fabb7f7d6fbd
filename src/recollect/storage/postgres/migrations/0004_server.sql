-- Who may come in, what was done, what a tenant set for itself, and what was answered.
CREATE TABLE api_key (
  tenant TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  hash TEXT COLLATE "C" NOT NULL,                 -- SHA-256 of the key; the key itself is kept nowhere
  name TEXT COLLATE "C",
  hint TEXT COLLATE "C" NOT NULL,                 -- its first characters
  role TEXT COLLATE "C" NOT NULL,
  owner TEXT COLLATE "C",                         -- the user it is bound to
  requests_per_minute INTEGER,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT,
  expires_at BIGINT,
  revoked_at BIGINT,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX api_key_hash ON api_key (hash); -- the one question that is asked before the tenant is known

CREATE TABLE audit (                  -- never what was said
  tenant TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  key_id TEXT COLLATE "C",
  owner TEXT COLLATE "C",
  verb TEXT COLLATE "C" NOT NULL,
  ids TEXT COLLATE "C" NOT NULL,                  -- JSON
  count INTEGER NOT NULL,
  PRIMARY KEY (tenant, id)
);

CREATE TABLE tenant_setting (
  tenant TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  value TEXT COLLATE "C" NOT NULL,                -- JSON
  PRIMARY KEY (tenant, name)
);

CREATE TABLE answer (                 -- to requests that carried an idempotency key
  tenant TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,                 -- the key, and who sent it
  request_hash TEXT COLLATE "C" NOT NULL,
  status INTEGER,                     -- NULL: not answered yet
  body BYTEA,                         -- NULL: what it said has been deleted
  created_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, name)
);
CREATE INDEX answer_kept ON answer (tenant) WHERE body IS NOT NULL;

CREATE TABLE embed_log (              -- attempts of embedders that failed
  tenant TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  model TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  error TEXT COLLATE "C",
  PRIMARY KEY (tenant, id)
);

CREATE INDEX job_due ON job (run_at) WHERE state IN ('queued', 'running'); -- which tenants have work

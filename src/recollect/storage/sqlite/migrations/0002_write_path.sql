-- Work that was promised, what became of claims, and what is still open between two statements.
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
CREATE INDEX job_open ON job (tenant, run_at) WHERE state IN ('queued', 'running');
CREATE INDEX job_of_space ON job (space, run_at) WHERE state IN ('queued', 'running');
CREATE INDEX job_running ON job (space) WHERE state = 'running';

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
CREATE INDEX decision_memory ON decision (space, memory_id) WHERE memory_id IS NOT NULL;
CREATE INDEX decision_previous ON decision (space, previous_id) WHERE previous_id IS NOT NULL;

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
CREATE INDEX conflict_open ON conflict (tenant, space) WHERE resolved_at IS NULL;
CREATE INDEX conflict_new ON conflict (space, new_id);
CREATE INDEX conflict_old ON conflict (space, old_id);

-- Work that was promised, what became of claims, and what is still open between two statements.
CREATE TABLE job (
  tenant TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  space INTEGER NOT NULL,
  owner TEXT COLLATE "C",                       -- owner to project: the scope it works for
  agent TEXT COLLATE "C",
  session TEXT COLLATE "C",
  project TEXT COLLATE "C",
  kind TEXT COLLATE "C" NOT NULL,
  payload TEXT COLLATE "C" NOT NULL,            -- JSON: ids, never texts
  state TEXT COLLATE "C" NOT NULL,
  attempts INTEGER NOT NULL,
  run_at BIGINT NOT NULL,
  lease_until BIGINT,
  claim TEXT COLLATE "C",
  created_at BIGINT NOT NULL,
  finished_at BIGINT,
  error TEXT COLLATE "C",
  result TEXT COLLATE "C" NOT NULL,             -- JSON
  PRIMARY KEY (tenant, id)
);
CREATE INDEX job_open ON job (tenant, run_at) WHERE state IN ('queued', 'running');
CREATE INDEX job_of_space ON job (space, run_at) WHERE state IN ('queued', 'running');
CREATE INDEX job_running ON job (space) WHERE state = 'running';

CREATE TABLE decision (
  space INTEGER NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  action TEXT COLLATE "C" NOT NULL,
  memory_id TEXT COLLATE "C",
  previous_id TEXT COLLATE "C",
  reason TEXT COLLATE "C" NOT NULL,
  job TEXT COLLATE "C",                         -- the job that decided; NULL: the caller of `add`
  conflict TEXT COLLATE "C",
  created_at BIGINT NOT NULL,
  PRIMARY KEY (space, id)
);
CREATE INDEX decision_memory ON decision (space, memory_id) WHERE memory_id IS NOT NULL;
CREATE INDEX decision_previous ON decision (space, previous_id) WHERE previous_id IS NOT NULL;

CREATE TABLE conflict (
  tenant TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  space INTEGER NOT NULL,
  owner TEXT COLLATE "C",
  action TEXT COLLATE "C" NOT NULL,             -- clarify or review
  question TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C" NOT NULL,
  new_id TEXT COLLATE "C" NOT NULL,
  old_id TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  resolved_at BIGINT,
  choice TEXT COLLATE "C",
  PRIMARY KEY (tenant, id)
);
CREATE INDEX conflict_open ON conflict (tenant, space) WHERE resolved_at IS NULL;
CREATE INDEX conflict_new ON conflict (space, new_id);
CREATE INDEX conflict_old ON conflict (space, old_id);

-- What was asked lately and what it found: one row a question, in the space of whoever asked.
CREATE TABLE recall (
  space INTEGER NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  asked_at BIGINT NOT NULL,
  question TEXT COLLATE "C" NOT NULL,
  found TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (space, id)
);
CREATE POLICY own ON recall USING (EXISTS (SELECT FROM space WHERE space.id = recall.space
  AND space.tenant = current_setting('recollect.tenant', true)));
ALTER TABLE recall ENABLE ROW LEVEL SECURITY;

-- What an upstream keeps and a caller was given, so that every process knows whose it is: never its id, never what it says.
CREATE TABLE given (
  tenant TEXT COLLATE "C" NOT NULL,
  owner TEXT COLLATE "C" NOT NULL,
  hash TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (tenant, owner, hash)
);
CREATE INDEX given_at ON given (tenant, at);
CREATE POLICY own ON given USING (tenant = current_setting('recollect.tenant', true));
ALTER TABLE given ENABLE ROW LEVEL SECURITY;

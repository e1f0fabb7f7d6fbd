-- What was asked lately and what it found: one row a question, in the space of whoever asked.
CREATE TABLE recall (
  space INTEGER NOT NULL,
  id TEXT NOT NULL,                 -- ascends with time
  asked_at INTEGER NOT NULL,
  question TEXT NOT NULL,
  found TEXT NOT NULL,              -- JSON: of each hit, best first, its id, score, tier and strongest signals
  PRIMARY KEY (space, id)
) WITHOUT ROWID;

-- What an upstream keeps and a caller was given, so that every process knows whose it is: never its id, never what it says.
CREATE TABLE given (
  tenant TEXT NOT NULL,
  owner TEXT NOT NULL,              -- the user; '' is a key without one
  hash TEXT NOT NULL,               -- of the user and the id
  at INTEGER NOT NULL,
  PRIMARY KEY (tenant, owner, hash)
) WITHOUT ROWID;
CREATE INDEX given_at ON given (tenant, at);

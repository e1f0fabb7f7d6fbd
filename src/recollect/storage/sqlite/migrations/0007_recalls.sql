-- What was asked lately and what it found: one row a question, in the space of whoever asked.
CREATE TABLE recall (
  space INTEGER NOT NULL,
  id TEXT NOT NULL,                 -- ascends with time
  asked_at INTEGER NOT NULL,
  question TEXT NOT NULL,
  found TEXT NOT NULL,              -- JSON: of each hit, best first, its id, score, tier and strongest signals
  PRIMARY KEY (space, id)
) WITHOUT ROWID;

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

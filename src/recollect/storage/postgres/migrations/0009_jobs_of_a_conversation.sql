-- Whether a conversation has such a job open already is asked with every turn that is stored and every job that is taken: found
-- without a walk through all that wait.
CREATE INDEX job_of_session ON job (space, kind, coalesce(session, '')) WHERE state IN ('queued', 'running');

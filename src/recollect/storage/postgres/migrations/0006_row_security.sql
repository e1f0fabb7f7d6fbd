-- A second wall between tenants, for roles that do not own the tables (see docs/howto/use-postgresql.md): whatever the SQL
-- says, rows of the tenant named in `recollect.tenant` are shown and taken, and no others. Nothing named: no rows.
-- `meta` and `embedder` belong to nobody and hold nothing of anybody.
CREATE POLICY own ON space
  USING (tenant = current_setting('recollect.tenant', true))
  WITH CHECK (tenant IN (current_setting('recollect.tenant', true), ''));   -- an erased space is nobody's
CREATE POLICY nobodys ON space FOR SELECT USING (tenant = '');
ALTER TABLE space ENABLE ROW LEVEL SECURITY;

DO $$
DECLARE name TEXT;
BEGIN
  FOREACH name IN ARRAY ARRAY['item', 'tombstone', 'embedding_cache', 'job', 'conflict', 'api_key', 'audit',
    'tenant_setting', 'answer', 'embed_log', 'document'] LOOP
    EXECUTE format('CREATE POLICY own ON %I USING (tenant = current_setting(''recollect.tenant'', true))', name);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['posting', 'edge', 'decision', 'entity', 'alias', 'mention', 'statement'] LOOP
    EXECUTE format('CREATE POLICY own ON %1$I USING (EXISTS (SELECT FROM space WHERE space.id = %1$I.space '
      'AND space.tenant = current_setting(''recollect.tenant'', true)))', name);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['vector', 'sector_vector', 'told'] LOOP
    EXECUTE format('CREATE POLICY own ON %1$I USING (EXISTS (SELECT FROM space WHERE space.id = (%1$I.item >> 32)::int '
      'AND space.tenant = current_setting(''recollect.tenant'', true)))', name);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
  END LOOP;
  -- Asked before a tenant is known: whose a key is, which tenants there are, who has work. Read, never written.
  FOREACH name IN ARRAY ARRAY['space', 'api_key', 'job'] LOOP
    EXECUTE format('CREATE POLICY everyone ON %I FOR SELECT USING (current_setting(''recollect.everyone'', true) = ''on'')',
      name);
  END LOOP;
END $$;

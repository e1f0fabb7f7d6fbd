-- Rows of a space or an item lie in sixteen partitions, by the hash of the tenant (docs/decisions/0023-postgresql-at-scale.md).
-- A space's number carries the hash in its upper four bits, and so does `item`, whose upper half is the space: a partition is
-- a range of either. A database that has spaces already stays as it is; every statement is the same for both.
CREATE OR REPLACE FUNCTION first_item(tenant TEXT) RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  'SELECT 0::bigint';                                      -- of all that the tenant can have
CREATE OR REPLACE FUNCTION last_item(tenant TEXT) RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  'SELECT 9223372036854775807';

DO $$
DECLARE
  hash CONSTANT TEXT := 'get_byte(sha256(convert_to(%s, ''UTF8'')), 0) >> 4';
  by_space CONSTANT TEXT[] := ARRAY['posting', 'edge', 'decision', 'entity', 'alias', 'mention', 'statement', 'recall'];
  by_item CONSTANT TEXT[] := ARRAY['item', 'vector', 'sector_vector', 'told'];
  name TEXT;
  divider TEXT;
  bits INTEGER;                                            -- of the divider below the hash
  key TEXT;
  condition TEXT;
  common TEXT[];
  single TEXT[];                                           -- unique, and cannot be on the whole: the divider is not among them
  definition TEXT;
  granted RECORD;
BEGIN
  LOCK TABLE space IN ACCESS EXCLUSIVE MODE;
  IF current_setting('recollect.divided', true) = 'off' OR EXISTS (SELECT FROM space) THEN
    RETURN;
  END IF;

  EXECUTE format('CREATE OR REPLACE FUNCTION first_item(tenant TEXT) RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE '
    'AS %L', format('SELECT (%s)::bigint << 59', format(hash, '$1')));
  EXECUTE format('CREATE OR REPLACE FUNCTION last_item(tenant TEXT) RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE '
    'AS %L', format('SELECT (%s)::bigint << 59 | ((1::bigint << 59) - 1)', format(hash, '$1')));
  EXECUTE format('CREATE OR REPLACE FUNCTION number_space() RETURNS trigger LANGUAGE plpgsql AS %L',
    format('BEGIN NEW.id := (%s) << 27 | NEW.id; RETURN NEW; END', format(hash, 'NEW.tenant')));
  ALTER TABLE space ALTER COLUMN id SET MAXVALUE 134217727;  -- 2^27 - 1
  CREATE TRIGGER numbered BEFORE INSERT ON space FOR EACH ROW
    WHEN (NEW.id < 134217728 AND NEW.tenant <> '') EXECUTE FUNCTION number_space();
  EXECUTE format('ALTER TABLE space ADD CONSTRAINT in_its_part CHECK (tenant = '''' OR id >> 27 = %s)',
    format(hash, 'tenant'));

  FOREACH name IN ARRAY by_space || by_item LOOP
    divider := CASE WHEN name = ANY(by_item) THEN 'item' ELSE 'space' END;
    bits := CASE divider WHEN 'item' THEN 59 ELSE 27 END;
    SELECT pg_get_constraintdef(oid) INTO STRICT key FROM pg_constraint WHERE conrelid = name::regclass AND contype = 'p';
    SELECT pg_get_expr(polqual, polrelid) INTO STRICT condition FROM pg_policy WHERE polrelid = name::regclass;
    SELECT coalesce(array_agg(pg_get_indexdef(indexrelid)) FILTER (WHERE NOT alone), '{}'),
      coalesce(array_agg(pg_get_indexdef(indexrelid)) FILTER (WHERE alone), '{}') INTO common, single
      FROM (SELECT indexrelid, indisunique AND NOT attnum = ANY(indkey) AS alone FROM pg_index
        JOIN pg_attribute ON attrelid = indrelid AND attname = divider
        WHERE indrelid = name::regclass AND NOT indisprimary) AS indexes;

    EXECUTE format('CREATE TABLE %1$I (LIKE %2$I INCLUDING ALL EXCLUDING INDEXES) PARTITION BY RANGE (%3$I)',
      name || '_divided', name, divider);
    FOR granted IN SELECT grantee, privilege_type FROM pg_class, aclexplode(relacl)
      WHERE pg_class.oid = name::regclass AND grantee NOT IN (0, relowner) LOOP
      EXECUTE format('GRANT %s ON %I TO %s', granted.privilege_type, name || '_divided', granted.grantee::regrole);
    END LOOP;
    EXECUTE format('DROP TABLE %I', name);
    EXECUTE format('ALTER TABLE %I RENAME TO %I', name || '_divided', name);
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', name, name || '_pkey', key);
    EXECUTE format('CREATE POLICY own ON %I USING (%s)', name, condition);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    FOREACH definition IN ARRAY common LOOP
      EXECUTE definition;
    END LOOP;
    FOR part IN 0..15 LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s)', name || '_' || part, name,
        CASE part WHEN 0 THEN 'MINVALUE' ELSE (part::bigint << bits)::text END,
        CASE part WHEN 15 THEN 'MAXVALUE' ELSE ((part + 1)::bigint << bits)::text END);
      -- without a policy: nobody but the owner reads past the table it is part of
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name || '_' || part);
      FOREACH definition IN ARRAY single LOOP  -- a tenant lies in one partition as a whole: as strict as on the whole
        EXECUTE regexp_replace(definition, '(\w+) ON (.+) USING', format('\1_%1$s ON \2_%1$s USING', part));
      END LOOP;
    END LOOP;
  END LOOP;
END $$;

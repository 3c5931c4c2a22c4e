-- What earlier versions wrote gets what later ones count on.
INSERT INTO "installation" DEFAULT VALUES;--> statement-breakpoint
INSERT INTO "organization_seq" ("organization_id") SELECT "id" FROM "organizations";--> statement-breakpoint
INSERT INTO "field_uses" ("organization_id", "key", "uses")
SELECT e."organization_id", used.key, count(*)
  FROM "job_entries" e, LATERAL (
    SELECT 'column:' || c.name AS key
      FROM (VALUES ('equipmentIds', cardinality(e."equipment_ids") > 0), ('operatorIds', cardinality(e."operator_ids") > 0),
                   ('totalHours', e."total_hours" IS NOT NULL), ('billableHours', e."billable_hours" IS NOT NULL),
                   ('fuel', e."fuel" IS NOT NULL), ('loads', e."loads" IS NOT NULL), ('notes', e."notes" IS NOT NULL),
                   ('photos', cardinality(e."photos") > 0)) AS c (name, is_held)
     WHERE c.is_held
    UNION ALL
    SELECT 'name:' || f.key FROM jsonb_each(e."custom_field_values") AS f WHERE f.value <> 'null'
  ) AS used
 WHERE e."deleted_at" IS NULL
 GROUP BY 1, 2;--> statement-breakpoint
-- The fifth belt: no statement of a request can write a row of another organization than the request's. The setting lasts as long as its
-- transaction. Reads are not bound by it: the transaction that each would need costs more than it is worth (docs/decisions/0007).
CREATE FUNCTION "headland_organization"() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('headland.organization', true), '')::integer $$;--> statement-breakpoint
DO $$
DECLARE
  bound record;
BEGIN
  FOR bound IN SELECT * FROM (VALUES
    ('organizations', 'id'), ('organization_seq', 'organization_id'), ('customers', 'organization_id'), ('employees', 'organization_id'),
    ('service_types', 'organization_id'), ('custom_data_fields', 'organization_id'), ('field_uses', 'organization_id'),
    ('equipment', 'organization_id'), ('implements', 'organization_id'), ('jobs', 'organization_id'), ('job_entries', 'organization_id'),
    ('photos', 'organization_id'), ('audit_logs', 'organization_id'), ('changes', 'organization_id'), ('api_keys', 'organization_id')
  ) AS t (name, column_name)
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', bound.name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', bound.name);
    EXECUTE format('CREATE POLICY read_all ON %I FOR SELECT USING (true)', bound.name);
    EXECUTE format('CREATE POLICY insert_own ON %I FOR INSERT WITH CHECK (%I = (SELECT headland_organization()))', bound.name, bound.column_name);
    EXECUTE format('CREATE POLICY update_own ON %I FOR UPDATE USING (%I = (SELECT headland_organization()))', bound.name, bound.column_name);
    EXECUTE format('CREATE POLICY delete_own ON %I FOR DELETE USING (%I = (SELECT headland_organization()))', bound.name, bound.column_name);
  END LOOP;
END $$;

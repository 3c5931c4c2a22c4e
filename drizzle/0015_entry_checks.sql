ALTER TABLE "organizations" ALTER COLUMN "tax_rate" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "job_entries" ADD COLUMN "checked_by" integer;--> statement-breakpoint
ALTER TABLE "job_entries" ADD COLUMN "checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "completed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "jobs_unbilled_index" ON "jobs" USING btree ("organization_id","completed_at","id") WHERE status = 'completed' and deleted_at is null;--> statement-breakpoint
-- A job is finished when it leaves `open`, whoever writes it and by which way; a bill that is taken back does not make it unfinished. Rows that
-- come from elsewhere say it themselves, or were finished when they were changed last.
CREATE FUNCTION "headland_keep_completed_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'open' THEN
    NEW.completed_at := NULL;
  ELSIF NEW.completed_at IS NULL AND TG_OP = 'INSERT' THEN
    NEW.completed_at := NEW.updated_at;
  ELSIF NEW.completed_at IS NULL THEN
    NEW.completed_at := CASE WHEN OLD.status = 'open' THEN now() ELSE OLD.completed_at END;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- Row-level security binds the tables' owner too, who may be no superuser: not for the length of the next statement.
ALTER TABLE "jobs" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- Jobs of before: the first time that they left `open` after they were open last, as the audit log has it.
UPDATE "jobs" j SET "completed_at" = coalesce((
  SELECT min(l."timestamp") FROM "audit_logs" l
   WHERE l.organization_id = j.organization_id AND l.entity_type = 'job' AND l.entity_id = j.id
     AND l.changes -> 'new' ->> 'status' IN ('completed', 'billed')
     AND l.id > coalesce((
       SELECT max(o.id) FROM "audit_logs" o
        WHERE o.organization_id = j.organization_id AND o.entity_type = 'job' AND o.entity_id = j.id
          AND o.changes -> 'new' ->> 'status' = 'open'), 0)), j.updated_at)
 WHERE j.status <> 'open';--> statement-breakpoint
ALTER TABLE "jobs" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TRIGGER "jobs_keep_completed_at" BEFORE INSERT OR UPDATE ON "jobs"
  FOR EACH ROW EXECUTE FUNCTION "headland_keep_completed_at"();

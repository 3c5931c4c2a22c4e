CREATE TABLE "bill_standings" (
	"organization_id" integer NOT NULL,
	"record_id" integer NOT NULL,
	"customer_id" integer NOT NULL,
	"currency" text NOT NULL,
	"issued_on" date NOT NULL,
	"due_on" date NOT NULL,
	"gross_cents" bigint NOT NULL,
	"settled_cents" bigint DEFAULT 0 NOT NULL,
	"settled_on" date,
	"is_void" boolean DEFAULT false NOT NULL,
	"discount_percent" text,
	"discount_until" date,
	CONSTRAINT "bill_standings_pkey" PRIMARY KEY("organization_id","record_id")
);
--> statement-breakpoint
ALTER TABLE "bill_standings" ADD CONSTRAINT "bill_standings_record_fkey" FOREIGN KEY ("organization_id","record_id") REFERENCES "public"."billing_records"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bill_standings" ADD CONSTRAINT "bill_standings_customer_fkey" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bill_standings_open_index" ON "bill_standings" USING btree ("organization_id","customer_id","record_id") WHERE not is_void and settled_cents < gross_cents;--> statement-breakpoint
CREATE INDEX "bill_standings_paid_index" ON "bill_standings" USING btree ("organization_id","settled_on","record_id") WHERE not is_void and settled_cents >= gross_cents;--> statement-breakpoint
CREATE INDEX "bill_standings_habits_index" ON "bill_standings" USING btree ("organization_id","customer_id","settled_on") WHERE not is_void and settled_cents >= gross_cents;--> statement-breakpoint
CREATE INDEX "bill_standings_credit_index" ON "bill_standings" USING btree ("organization_id","customer_id","record_id") WHERE is_void and settled_cents > 0;--> statement-breakpoint
-- From here on by hand. Whoever writes a record or what happened to it, standings follow in the same transaction.
CREATE FUNCTION "headland_follow_billing_records"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bill_standings (organization_id, record_id, customer_id, currency, issued_on, due_on, gross_cents, is_void, discount_percent, discount_until)
  SELECT r.organization_id, r.id, r.customer_id, r.currency, r.issued_on, coalesce(r.due_on, r.issued_on + 30), r.gross_cents,
         EXISTS (SELECT FROM billing_records v WHERE v.organization_id = r.organization_id AND v.reverses_id = r.id),
         r.content -> 'terms' ->> 'discountPercent', (r.content -> 'terms' ->> 'discountUntil')::date
    FROM added r WHERE r.kind IN ('bill', 'deposit') AND r.gross_cents > 0;
  UPDATE bill_standings s SET is_void = true
    FROM added r WHERE r.reverses_id IS NOT NULL AND s.organization_id = r.organization_id AND s.record_id = r.reverses_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "billing_records_have_standings" AFTER INSERT ON "billing_records"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "headland_follow_billing_records"();
--> statement-breakpoint
-- The sum is carried on, so that of two transactions at once each adds its own; the day is looked up again, for an event may take one back.
CREATE FUNCTION "headland_follow_billing_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bill_standings s
     SET settled_cents = s.settled_cents + n.cents,
         settled_on = (SELECT max(e.happened_on) FROM billing_events e
                        WHERE e.organization_id = s.organization_id AND e.record_id = s.record_id AND e.amount_cents > 0
                          AND NOT EXISTS (SELECT FROM billing_events b WHERE b.organization_id = e.organization_id AND b.takes_back_id = e.id))
    FROM (SELECT organization_id, record_id, sum(amount_cents) AS cents FROM added WHERE amount_cents <> 0 GROUP BY 1, 2) n
   WHERE s.organization_id = n.organization_id AND s.record_id = n.record_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "billing_events_have_standings" AFTER INSERT ON "billing_events"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "headland_follow_billing_events"();
--> statement-breakpoint
-- Before row-level security holds for the table: a migration acts for no organization.
INSERT INTO bill_standings (organization_id, record_id, customer_id, currency, issued_on, due_on, gross_cents, settled_cents, settled_on, is_void)
SELECT r.organization_id, r.id, r.customer_id, r.currency, r.issued_on, coalesce(r.due_on, r.issued_on + 30), r.gross_cents,
       coalesce(e.cents, 0), e.last, EXISTS (SELECT FROM billing_records v WHERE v.organization_id = r.organization_id AND v.reverses_id = r.id)
  FROM billing_records r
  LEFT JOIN (SELECT e.organization_id, e.record_id, sum(e.amount_cents) AS cents,
                    max(e.happened_on) FILTER (WHERE e.amount_cents > 0 AND NOT EXISTS (
                      SELECT FROM billing_events b WHERE b.organization_id = e.organization_id AND b.takes_back_id = e.id)) AS last
               FROM billing_events e WHERE e.amount_cents <> 0 GROUP BY 1, 2) e
    ON e.organization_id = r.organization_id AND e.record_id = r.id
 WHERE r.kind = 'bill' AND r.gross_cents > 0;
--> statement-breakpoint
ALTER TABLE "bill_standings" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "bill_standings" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY read_all ON "bill_standings" FOR SELECT USING (true);
--> statement-breakpoint
CREATE POLICY insert_own ON "bill_standings" FOR INSERT WITH CHECK (organization_id = (SELECT headland_organization()));
--> statement-breakpoint
CREATE POLICY update_own ON "bill_standings" FOR UPDATE USING (organization_id = (SELECT headland_organization()));
--> statement-breakpoint
CREATE POLICY delete_own ON "bill_standings" FOR DELETE USING (organization_id = (SELECT headland_organization()));

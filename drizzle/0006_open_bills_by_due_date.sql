DROP INDEX "bill_standings_credit_index";--> statement-breakpoint
DROP INDEX "bill_standings_open_index";--> statement-breakpoint
CREATE INDEX "billing_events_credit_index" ON "billing_events" USING btree ("organization_id","record_id") WHERE kind = 'credit';--> statement-breakpoint
CREATE INDEX "bill_standings_open_index" ON "bill_standings" USING btree ("organization_id","due_on","record_id") WHERE not is_void and settled_cents < gross_cents;
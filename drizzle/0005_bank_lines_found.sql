DROP INDEX "bank_lines_open_index";--> statement-breakpoint
CREATE INDEX "billing_events_bank_line_index" ON "billing_events" USING btree ("organization_id","bank_line_id") WHERE bank_line_id is not null;--> statement-breakpoint
CREATE INDEX "billing_records_without_jobs_index" ON "billing_records" USING btree ("organization_id","id") WHERE kind in ('credit', 'deposit');--> statement-breakpoint
CREATE INDEX "bank_lines_state_index" ON "bank_lines" USING btree ("organization_id","state","booked_on","id");--> statement-breakpoint
CREATE INDEX "bank_lines_payer_index" ON "bank_lines" USING btree ("organization_id","payer_account_hash") WHERE payer_account_hash is not null;
CREATE INDEX "audit_logs_entity_type_index" ON "audit_logs" USING btree ("organization_id","entity_type","id");--> statement-breakpoint
CREATE INDEX "audit_logs_action_index" ON "audit_logs" USING btree ("organization_id","action","id");--> statement-breakpoint
CREATE INDEX "audit_logs_user_index" ON "audit_logs" USING btree ("organization_id","user_id","id");
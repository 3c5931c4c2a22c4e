CREATE TABLE "member_times" (
	"organization_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"joined_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone,
	CONSTRAINT "member_times_pkey" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "employee_id" integer;--> statement-breakpoint
ALTER TABLE "member_times" ADD CONSTRAINT "member_times_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_employee_fkey" FOREIGN KEY ("organization_id","employee_id") REFERENCES "public"."employees"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_one_per_employee" ON "invitations" USING btree ("organization_id","employee_id") WHERE "invitations"."employee_id" is not null and "invitations"."accepted_at" is null and "invitations"."revoked_at" is null;--> statement-breakpoint
-- As every table of the organizations (0003_row_security).
ALTER TABLE "member_times" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "member_times" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY read_all ON "member_times" FOR SELECT USING (true);--> statement-breakpoint
CREATE POLICY insert_own ON "member_times" FOR INSERT WITH CHECK (organization_id = (SELECT headland_organization()));--> statement-breakpoint
CREATE POLICY update_own ON "member_times" FOR UPDATE USING (organization_id = (SELECT headland_organization()));--> statement-breakpoint
CREATE POLICY delete_own ON "member_times" FOR DELETE USING (organization_id = (SELECT headland_organization()));

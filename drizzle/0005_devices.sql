CREATE TABLE "devices" (
	"organization_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"device_id" text NOT NULL,
	"name" text NOT NULL,
	"pending" integer NOT NULL,
	"attention" integer NOT NULL,
	"oldest_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "devices_pkey" PRIMARY KEY("organization_id","user_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- As every table of the organizations (0003_row_security).
ALTER TABLE "devices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "devices" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY read_all ON "devices" FOR SELECT USING (true);--> statement-breakpoint
CREATE POLICY insert_own ON "devices" FOR INSERT WITH CHECK (organization_id = (SELECT headland_organization()));--> statement-breakpoint
CREATE POLICY update_own ON "devices" FOR UPDATE USING (organization_id = (SELECT headland_organization()));--> statement-breakpoint
CREATE POLICY delete_own ON "devices" FOR DELETE USING (organization_id = (SELECT headland_organization()));

CREATE TABLE "former_authors" (
	"organization_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"email" text NOT NULL,
	"first_name" text,
	"last_name" text,
	CONSTRAINT "former_authors_pkey" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "store_leftovers" (
	"store" integer PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "deletion_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "former_authors" ADD CONSTRAINT "former_authors_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- As every table of the organizations (0003_row_security).
ALTER TABLE "former_authors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "former_authors" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY read_all ON "former_authors" FOR SELECT USING (true);--> statement-breakpoint
CREATE POLICY insert_own ON "former_authors" FOR INSERT WITH CHECK (organization_id = (SELECT headland_organization()));--> statement-breakpoint
CREATE POLICY update_own ON "former_authors" FOR UPDATE USING (organization_id = (SELECT headland_organization()));--> statement-breakpoint
CREATE POLICY delete_own ON "former_authors" FOR DELETE USING (organization_id = (SELECT headland_organization()));

CREATE TABLE "backup_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backup_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"failure" text,
	"is_verified" boolean DEFAULT false NOT NULL,
	"unverified_because" text,
	"bytes" bigint,
	"new_bytes" bigint,
	"rows" bigint,
	"files" integer
);
--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "system_identifier" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "timeline" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "database_oid" bigint;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "table_oid" bigint;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "epoch_began_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "epoch_reason" text;
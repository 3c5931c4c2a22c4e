ALTER TABLE "devices" ADD COLUMN "lost_pending" integer;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "lost_seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "lost_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "lost_put_away_at" timestamp (3) with time zone;
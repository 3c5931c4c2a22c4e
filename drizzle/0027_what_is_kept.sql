ALTER TABLE "photos" ADD COLUMN "unused_of" integer;--> statement-breakpoint
CREATE INDEX "photos_bytes_index" ON "photos" USING btree ("organization_id","unused_of","byte_length");
-- Exactly one owner, always: the organization names an employee whose level is owner, checked at commit,
-- so that an organization and its owner can be made, and ownership handed over, in one transaction.
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_owner_fkey"
  FOREIGN KEY ("id", "owner_employee_id", "owner_level") REFERENCES "employees" ("organization_id", "id", "access_level")
  DEFERRABLE INITIALLY DEFERRED;

export * from '#server/db/tables/accounts.ts';
export * from '#server/db/tables/api-keys.ts';
export * from '#server/db/tables/audit-logs.ts';
export * from '#server/db/tables/organizations.ts';
export * from '#server/db/tables/people.ts';
export * from '#server/db/tables/setup.ts';
export * from '#server/db/tables/sync.ts';
export * from '#server/db/tables/work.ts';

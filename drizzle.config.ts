import { defineConfig } from 'drizzle-kit';

/** `npm run db:generate` writes a new migration; one that was merged is never edited. */
export default defineConfig({ dialect: 'postgresql', schema: './src/server/db/tables/index.ts', out: './drizzle', casing: 'snake_case' });

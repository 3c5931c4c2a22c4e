// Checks that the migrations match the tables: nothing is left to generate. Part of `npm run check`.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binOf, root, run } from './lib.mjs';

const folder = mkdtempSync(join(tmpdir(), 'headland-migrations-'));
try {
  cpSync(join(root, 'drizzle'), folder, { recursive: true });
  const before = readdirSync(folder).join();
  const schema = join(root, 'src', 'server', 'db', 'tables', 'index.ts');
  const args = ['generate', '--dialect=postgresql', `--schema=${schema}`, `--out=${folder}`, '--casing=snake_case'];
  await run(binOf('drizzle-kit'), args, { quiet: true });
  if (readdirSync(folder).join() !== before) {
    console.error('The tables say more than the migrations: npm run db:generate -- --name what_changed');
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { OpenDatabase } from '#server/db/database.ts';
import { watchEpoch } from '#server/db/epoch/watch.ts';
import { openDatabase } from '#server/db/open.ts';

export const TEMPLATE = 'headland_template';

/** The address of another database on the same server. */
export const databaseAt = (serverUrl: string, name: string): string => {
  const [address = '', query] = serverUrl.split('?');
  const base = address.slice(0, address.lastIndexOf('/'));
  return `${base}/${name}${query === undefined ? '' : `?${query}`}`;
};

/** Queries of its own see and write everything; the program gets `app`, which row-level security binds. */
export interface TestDatabase extends OpenDatabase {
  readonly url: string;
  readonly app: OpenDatabase;
}

const quiet = (): void => undefined;

/** A migrated database of one's own, or a copy of another template; `close` drops it. */
export const createTestDatabase = async (template = inject('template')): Promise<TestDatabase> => {
  const serverUrl = inject('serverUrl');
  const name = `headland_test_${randomUUID().replaceAll('-', '')}`;
  const admin = openDatabase(serverUrl, quiet);
  // Files are copied rather than logged page by page: a good deal faster where they are in memory.
  await admin.query({ text: `create database ${name} template ${template} strategy file_copy`, values: [] });
  const url = databaseAt(serverUrl, name);
  const database = openDatabase(url, quiet);
  // One without our tables has no epoch.
  const epochs = template === inject('template') ? await watchEpoch(database, quiet) : undefined;
  const app = openDatabase(url, quiet, inject('role'), undefined, { epochs });
  return {
    ...database,
    url,
    app,
    close: async () => {
      await app.close();
      await database.close();
      await admin.query({ text: `drop database ${name} with (force)`, values: [] });
      await admin.close();
    },
  };
};

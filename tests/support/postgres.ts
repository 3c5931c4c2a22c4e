import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBoundRole } from '#server/db/bound-role.ts';
import { openDatabase } from '#server/db/open.ts';
import { startOwnDatabase } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { databaseAt, TEMPLATE } from './databases.ts';

const quiet = (): void => undefined;

/** A server for the whole run: our own in a temporary folder, or the one that TEST_DATABASE_URL names. */
const openServer = async () => {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    return { url: given, stop: async () => undefined };
  }
  const folder = await mkdtemp(join(tmpdir(), 'headland-tests-'));
  await chmod(folder, 0o755);
  // Many test files share it, each with several programs and pools: with the usual hundred connections some were refused now and then.
  const server = await startOwnDatabase({ dataDir: folder, say: quiet, durable: false, settings: { max_connections: '400' } });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** One migrated template; every test file gets a copy of it. */
const openTemplate = async () => {
  const server = await openServer();
  const admin = openDatabase(server.url, quiet);
  const template = `${TEMPLATE}_${process.pid}`;
  await admin.query({ text: `create database ${template}`, values: [] });
  const empty = openDatabase(databaseAt(server.url, template), quiet);
  await migrate(empty);
  const role = await ensureBoundRole(empty);
  await empty.close();
  return {
    serverUrl: server.url,
    template,
    role,
    close: async () => {
      await admin.query({ text: `drop database ${template} with (force)`, values: [] });
      await admin.close();
      await server.stop();
    },
  };
};

/** The server that the projects of one run share: each of them loads this module again. */
interface Shared {
  postgres?: { readonly opened: ReturnType<typeof openTemplate>; users: number } | undefined;
}
const shared: Shared = ((globalThis as { headlandTests?: Shared }).headlandTests ??= {});

/** PostgreSQL for the projects that name it (vitest.config.ts): the first one starts it, the last one stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = (shared.postgres ??= { opened: openTemplate(), users: 0 });
  postgres.users += 1;
  const { serverUrl, template, role, close } = await postgres.opened;
  project.provide('serverUrl', serverUrl);
  project.provide('template', template);
  project.provide('role', role);
  return async () => {
    postgres.users -= 1;
    if (postgres.users === 0) {
      shared.postgres = undefined;
      await close();
    }
  };
}

declare module 'vitest' {
  export interface ProvidedContext {
    serverUrl: string;
    template: string;
    /** What the program acts as, where the server's address names a superuser. */
    role: string | undefined;
  }
}

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBoundRole } from '#server/db/bound-role.ts';
import { openDatabase } from '#server/db/open.ts';
import { startEmbedded } from '#server/db/embedded/start-embedded.ts';
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
  const server = await startEmbedded({ dataDir: folder, say: quiet, durable: false });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** One migrated template; every test file gets a copy of it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const admin = openDatabase(server.url, quiet);
  const template = `${TEMPLATE}_${process.pid}`;
  await admin.query({ text: `create database ${template}`, values: [] });
  const empty = openDatabase(databaseAt(server.url, template), quiet);
  await migrate(empty);
  const role = await ensureBoundRole(empty);
  await empty.close();
  project.provide('serverUrl', server.url);
  project.provide('template', template);
  project.provide('role', role);
  return async () => {
    await admin.query({ text: `drop database ${template} with (force)`, values: [] });
    await admin.close();
    await server.stop();
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

import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { contract } from '#shared/contract.ts';
import { sweepPhotosOf } from '#server/commands/sweep-photos.ts';
import type { PhotoStore } from '#server/ports/files.ts';
import type { Database } from '#server/db/database.ts';
import { photoFolder } from '#server/photo-folder.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, type Member, pngBytes, type World } from './world.ts';

export const DAY_MS = 86_400_000;
export const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);
export const sha256Of = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** The server with a folder of files that the test can look into. */
export interface FileApp {
  readonly testApp: TestApp;
  readonly folder: string;
  readonly photos: PhotoStore;
  /** Names of all that lies there for an organization, drafts and thumbnails too. */
  filesOf(orgId: number): Promise<string[]>;
  close(): Promise<void>;
}

export const createFileApp = async (): Promise<FileApp> => {
  const folder = await mkdtemp(join(tmpdir(), 'headland-files-'));
  const photos = photoFolder(folder);
  const testApp = await createTestApp({ photos });
  return {
    testApp,
    folder,
    photos,
    filesOf: async (orgId) => {
      const files = await readdir(join(folder, String(orgId)), { recursive: true, withFileTypes: true }).catch(() => []);
      return files.filter((file) => file.isFile()).map((file) => file.name);
    },
    close: async () => {
      testApp.app.server.closeAllConnections();
      await testApp.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** A new organization and what one does with its files. */
export const createFileOwner = async ({ testApp, photos }: FileApp) => {
  const boss: Member = await testApp.owner();
  const world: World = await buildWorld(boss);
  const { orgId } = boss;
  const markOf = async (name: string, of = orgId): Promise<string | null | undefined> => {
    const [row] = await testApp.db.query<{ mark: string | null }>({
      text: 'select unreferenced_since as mark from photos where organization_id = $1 and name = $2',
      values: [of, name],
    });
    return row?.mark;
  };
  return {
    ...world,
    boss,
    upload: async (bytes = pngBytes(randomUUID()), who = boss): Promise<string> => {
      const params = { orgId: who.orgId, sha256: sha256Of(bytes) };
      return (await who.ok(contract.attachments.put, { params, body: bytes })).name;
    },
    /** Logs an entry with these fields. */
    log: (body: object) =>
      boss.send('POST', `/api/jobs/${world.jobId}/entries`, { serviceTypeId: world.serviceTypeId, date: '2025-06-20', ...body }),
    /** The first value is the organization. */
    change: (text: string, ...values: unknown[]) =>
      testApp.db.transaction((inside) => inside.query({ text, values: [orgId, ...values] }), orgId),
    /** Since when no entry names the file; undefined if there is no row. */
    markOf,
    /** Whether the file is there; its row and its bytes are there together or not at all. */
    isKept: async (name: string, of = orgId): Promise<boolean> => {
      const [row, bytes] = [await markOf(name, of), await photos.size(of, name)];
      expect([name, row !== undefined]).toEqual([name, bytes !== undefined]);
      return bytes !== undefined;
    },
    /** The sweep as it will run this many days from now. */
    sweep: (days = 0, db: Database = testApp.db.app) => sweepPhotosOf({ db, photos, now: () => inDays(days) }, orgId),
  };
};
export type FileOwner = Awaited<ReturnType<typeof createFileOwner>>;

import { createHash } from 'node:crypto';
import { sealed, tinyFiles, zipOf } from '#tests/support/archive.ts';
import { type Attack, type Bomb, inParallel, MIB, repeated } from './bomb.ts';
import { statusIn } from './caller.ts';
import { packed, zip64OfParts, zipOfParts, type ZipPart } from './zips.ts';

const IMPORT = '/api/organizations/import';
const ZIP = { 'content-type': 'application/zip' };

/** Anyone with an account sends a zip to be imported. */
const importBomb = (name: string, finding: string | null, make: (attack: Attack) => Buffer | Promise<Buffer>): Bomb => {
  let made: Promise<Buffer> | undefined;
  return {
    name,
    ...(finding === null ? {} : { finding }),
    run: async (attack) => {
      made ??= Promise.resolve(make(attack));
      await attack.strike(await attack.caller('stranger'), 'POST', IMPORT, await made, ZIP);
    },
  };
};

const BEGINNING =
  '{"format":"headland-organization","version":1,"exportedAt":"2025-11-20","organization":{"id":1,"name":"x"},"lists":{},"missing":[],';
const manifestOf = (unit: string, bytes: number): Buffer =>
  zipOfParts([packed('manifest.json', repeated(`${BEGINNING}"files":[`, unit, bytes, '{}]}'))]);

/** Laid out as in an export, with made-up bytes. */
const fileNames = (count: number): string[] =>
  Array.from({ length: count }, (_, place) => `files/${createHash('sha256').update(String(place)).digest('hex')}.png`);

/** A real export with one list replaced; its manifest describes the replacement correctly. */
const withList = (list: string, bytes: Buffer): Promise<Buffer> => {
  // Also in the original, since the column names are read from the first line.
  const files = sealed(tinyFiles());
  files.set(`lists/${list}.ndjson`, bytes);
  return zipOf(sealed(files));
};

/** Attacks by way of zips. */
export const ARCHIVE_BOMBS: readonly Bomb[] = [
  importBomb('zip: a manifest of 127 MiB', 'S1', ({ scaled }) => manifestOf('{"30":1},', scaled(127, 1) * MIB)),
  importBomb('zip: a manifest of 30 MiB of {}', 'S1', ({ scaled }) => manifestOf('{},', scaled(30, 1) * MIB)),
  importBomb('zip: a manifest nested a million times', null, ({ scaled }) => manifestOf('[', scaled(1, 0.1) * MIB)),
  importBomb('zip: 500,000 files', null, ({ scaled }) =>
    zip64OfParts(fileNames(scaled(500_000, 1_000)).map((path) => ({ ...packed(path, ''), path }))),
  ),
  importBomb('zip: 60,000 files that are the same 10 MB', null, ({ scaled }) => {
    const file = packed('files/x', Buffer.alloc(scaled(10, 1) * MIB));
    const parts = fileNames(scaled(60_000, 100)).map((path, place): ZipPart => ({ ...file, path, isShared: place > 0 }));
    return zipOfParts([packed('manifest.json', `${BEGINNING}"files":[]}`), ...parts]);
  }),
  importBomb('zip: unfolds to 1,000 times what it says', null, ({ scaled }) => {
    const manifest = packed('manifest.json', repeated(BEGINNING, ' ', scaled(200, 2) * MIB, '"files":[]}'));
    return zipOfParts([{ ...manifest, saidBytes: 4_000 }]);
  }),
  importBomb('zip: a list that is one line without an end', null, ({ scaled }) =>
    withList('customers', repeated('{"id":1,"businessName":"', 'x', scaled(300, 5) * MIB, '')),
  ),
  importBomb('zip: a list of 10 million empty lines', null, ({ scaled }) =>
    withList('customers', repeated('', '{}\n', scaled(10_000_000, 10_000) * 3, '')),
  ),
  importBomb('zip: a table of contents that is nothing but noise', null, ({ scaled }) => {
    const noise = Buffer.alloc(scaled(20, 1) * MIB, 'PK\u0001\u0002');
    return Buffer.concat([noise, zipOfParts([]).subarray(0)]);
  }),
  {
    name: 'true imports, 20 at once',
    run: async (attack) => {
      const bytes = await zipOf(sealed(tinyFiles()));
      const caller = await attack.caller('stranger');
      await inParallel(attack.scaled(60, 4), 20, () => attack.strike(caller, 'POST', IMPORT, bytes, ZIP));
    },
  },
  {
    name: '3 half-sent imports of 150 MB',
    finding: 'S11',
    isOnce: true,
    run: async (attack) => {
      const caller = await attack.caller('stranger');
      const [each, length] = [attack.scaled(150, 2) * MIB, String(4_000 * MIB)];
      await inParallel(3, 3, async () => {
        const socket = caller.open();
        socket.on('data', (bytes: Buffer) => attack.count(statusIn(bytes)));
        socket.write(caller.headOf('POST', IMPORT, { ...ZIP, 'content-length': length }));
        const part = Buffer.alloc(MIB, 'PK');
        for (let sent = 0; sent < each && !socket.destroyed; sent += part.length) {
          await new Promise((resolve) => socket.write(part, resolve));
        }
        await attack.hold(5_000);
        socket.destroy();
      });
    },
  },
];

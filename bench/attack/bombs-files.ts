import { createHash, randomBytes } from 'node:crypto';
import { type Attack, type Bomb, inParallel, MIB } from './bomb.ts';
import type { Caller, Said } from './caller.ts';
import { flatPng, hollowWebp, scannedJpeg } from './pictures.ts';

const upload = (attack: Attack, caller: Caller, bytes: Buffer, type = 'application/octet-stream'): Promise<Said> => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return attack.strike(caller, 'PUT', `/api/organizations/${attack.organizationId}/attachments/${sha256}`, bytes, { 'content-type': type });
};

const nameIn = ({ text }: Said): string => /"name":"([^"]+)"/.exec(text)?.[1] ?? 'nothing';

/** A picture is attached to an entry, and everyone asks for its thumbnail. */
const pictureBomb = (name: string, make: (attack: Attack) => Buffer): Bomb => ({
  name,
  run: async (attack) => {
    const caller = await attack.caller('basic');
    // A different picture each time: bytes after the end of a picture are ignored.
    const photo = nameIn(await upload(attack, caller, Buffer.concat([make(attack), randomBytes(8)]), 'image/png'));
    const body = JSON.stringify({ serviceTypeId: attack.serviceId, date: '2025-10-07', photos: [photo] });
    await attack.strike(caller, 'POST', `/api/jobs/${attack.openJobIds[0]}/entries`, body, { 'idempotency-key': crypto.randomUUID() });
    await inParallel(attack.scaled(20, 2), 20, () => attack.strike(caller, 'GET', `/api/photos/${photo}/thumbnail`));
  },
});

/** Attacks by way of files. */
export const FILE_BOMBS: readonly Bomb[] = [
  {
    name: '15 files of 10 MB that nothing names',
    finding: 'S11',
    run: async (attack) => {
      const caller = await attack.caller('basic');
      await inParallel(attack.scaled(15, 2), 3, () => upload(attack, caller, randomBytes(attack.scaled(10, 0.1) * 1_000_000)));
    },
  },
  {
    name: '2,000 files of 100 bytes, 40 at once',
    run: async (attack) => {
      const caller = await attack.caller('basic');
      await inParallel(attack.scaled(2_000, 20), 40, () => upload(attack, caller, randomBytes(100)));
    },
  },
  pictureBomb('a PNG of 65,000 × 65,000 pixels', ({ scaled }) => flatPng(scaled(65_000, 2_000))),
  pictureBomb('a PNG of 12,000 × 12,000 pixels, interlaced', ({ scaled }) => flatPng(scaled(12_000, 500), true)),
  pictureBomb('a JPEG of 65,500 × 65,500 pixels in 5,000 scans', ({ scaled }) => scannedJpeg(scaled(65_500, 1_000), scaled(5_000, 50))),
  pictureBomb('a JPEG of 8,000 × 8,000 pixels in 5,000 scans', ({ scaled }) => scannedJpeg(scaled(8_000, 500), scaled(5_000, 50))),
  pictureBomb('a WebP that says to have 268 million pixels', hollowWebp),
  {
    name: '3,000 requests for pieces of a file, 60 at once',
    run: async (attack) => {
      const caller = await attack.caller('basic');
      const photo = nameIn(await upload(attack, caller, Buffer.concat([flatPng(100), randomBytes(attack.scaled(5, 0.1) * MIB)])));
      const body = JSON.stringify({ serviceTypeId: attack.serviceId, date: '2025-10-07', photos: [photo] });
      await attack.strike(caller, 'POST', `/api/jobs/${attack.openJobIds[0]}/entries`, body, { 'idempotency-key': crypto.randomUUID() });
      const range = Array.from({ length: 400 }, (_, place) => `${place * 2}-${place * 2 + 500}`).join(',');
      await inParallel(attack.scaled(3_000, 40), 60, (number) =>
        attack.strike(caller, 'GET', `/api/photos/${photo}`, undefined, { range: `bytes=${number % 2 === 0 ? '0-' : range}` }),
      );
    },
  },
];

import { createReadStream, createWriteStream } from 'node:fs';
import { request } from 'node:http';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { residentMb } from './processes.ts';
import type { RunningProgram } from './program.ts';

const EVERY_MS = 50;

interface Watched {
  readonly seconds: number;
  readonly beforeMb: number;
  readonly mostMb: number;
}

/** The server's peak memory during this work. */
const watching = async (program: RunningProgram, work: () => Promise<void>): Promise<Watched> => {
  const beforeMb = residentMb(program.pid);
  let mostMb = beforeMb;
  const timer = setInterval(() => {
    mostMb = Math.max(mostMb, residentMb(program.pid));
  }, EVERY_MS);
  const began = performance.now();
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return { seconds: (performance.now() - began) / 1_000, beforeMb, mostMb };
};

type Headers = Readonly<Record<string, string>>;

/** Sends a request, with or without a body, and returns the response as a stream. */
const stream = (url: string, method: string, headers: Headers, body?: Readable): Promise<Readable> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, (answer) => {
      if ((answer.statusCode ?? 500) >= 300) {
        answer.resume();
        reject(new Error(`${method} ${url} answered ${answer.statusCode}.`));
      } else {
        resolve(answer);
      }
    });
    asked.on('error', reject);
    if (body) {
      body.pipe(asked);
    } else {
      asked.end();
    }
  });

const words = (what: string, { seconds, beforeMb, mostMb }: Watched): string =>
  `${what} in ${seconds.toFixed(1)} s, the server's memory ${Math.round(beforeMb)} MB before and ${Math.round(mostMb)} MB at most`;

/** Exports an organization to a file in the folder, imports it again, and returns how much memory the server took for it. */
export const measureArchive = async (
  program: RunningProgram,
  { organizationId, headers, folder }: { organizationId: number; headers: Headers; folder: string },
): Promise<string> => {
  const file = join(folder, 'export.zip');
  const out = await watching(program, async () =>
    pipeline(await stream(`${program.origin}/api/organizations/${organizationId}/export`, 'GET', headers), createWriteStream(file)),
  );
  const { size } = await stat(file);
  const back = await watching(program, async () => {
    const type = { ...headers, 'content-type': 'application/zip', 'content-length': String(size) };
    const answer = await stream(`${program.origin}/api/organizations/import`, 'POST', type, createReadStream(file));
    await answer.resume().toArray();
  });
  return `The largest organization as a zip of ${(size / 2 ** 20).toFixed(1)} MB: ${words('exported', out)}; ${words('imported again', back)}.`;
};

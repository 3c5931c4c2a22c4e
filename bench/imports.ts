import { setTimeout as sleep } from 'node:timers/promises';
import { residentMb } from './processes.ts';
import type { RunningProgram } from './program.ts';
import type { Found } from './report.ts';
import { type BenchRequest, keepAlive, send } from './requests.ts';
import { percentile } from './statistics.ts';

const EVERY_MS = 20;
/** How long others are watched before anything is imported. */
const QUIET_MS = 3_000;

const agent = keepAlive(4);

type Headers = Readonly<Record<string, string>>;

const fileOf = (rows: number): string =>
  `No,Name,Street,Town,ZIP,Phone,Email\n${Array.from({ length: rows }, (_, row) => `N${row},Imported ${row},${row} County Rd,Town ${row % 50},${10_000 + row},507-${row},c${row}@example.com\n`).join('')}`;

const ask = async <T>(url: string, headers: Headers, method: BenchRequest['method'] = 'GET', body?: string): Promise<T> => {
  const { hostname, port, pathname, search } = new URL(url);
  const answer = await send(`http://${hostname}:${port}`, agent, {
    method,
    path: pathname + search,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/octet-stream' }) },
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status >= 300) {
    throw new Error(`${method} ${url} answered ${answer.status}: ${answer.body.toString()}`);
  }
  return JSON.parse(answer.body.toString()) as T;
};

/** How long somebody of another organization waits for a page meanwhile, and the server's memory at its most. */
const watched = async <T>(program: RunningProgram, bystander: () => Promise<unknown>, work: () => Promise<T>) => {
  const waits: number[] = [];
  const over = new AbortController();
  let mostMb = residentMb(program.pid);
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const began = performance.now();
      await bystander();
      waits.push(performance.now() - began);
      mostMb = Math.max(mostMb, residentMb(program.pid));
      await sleep(EVERY_MS);
    }
  };
  const watching = watch();
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1_000;
  over.abort();
  await watching;
  return { result, seconds, mostMb, p95: percentile(waits, 0.95) };
};

interface Imported {
  readonly id: number;
  readonly state: string;
  readonly written: number;
}

/** A file of customers: read, imported and undone, while somebody of another organization works on. */
export const measureImport = async (
  program: RunningProgram,
  {
    organizationId,
    headers,
    other,
    rows,
  }: { organizationId: number; headers: Headers; other: { id: number; headers: Headers }; rows: number },
): Promise<Found> => {
  const path = `${program.origin}/api/organizations/${organizationId}/imports`;
  const bystander = () => ask(`${program.origin}/api/organizations/${other.id}/job-entries?limit=50`, other.headers);
  const quiet = await watched(program, bystander, () => sleep(QUIET_MS));
  const file = fileOf(rows);
  const preview = await watched(program, bystander, () =>
    ask<Imported>(`${path}?kind=customers&fileName=bench.csv`, headers, 'POST', file),
  );
  const run = await watched(program, bystander, async () => {
    for (;;) {
      const now = await ask<Imported>(`${path}/${preview.result.id}/run`, headers, 'POST');
      if (now.state === 'done') {
        return now.written;
      }
    }
  });
  const undo = await watched(program, bystander, () => ask(`${path}/${preview.result.id}/undo`, headers, 'POST'));
  const more = Math.max(preview.mostMb, run.mostMb, undo.mostMb) - quiet.mostMb;
  const text = `${rows} customers: preview ${preview.seconds.toFixed(1)} s, import ${run.seconds.toFixed(1)} s (${run.result} written), undone ${undo.seconds.toFixed(1)} s; the server's memory grew by ${Math.round(more)} MB. A page of another organization, p95: ${quiet.p95.toFixed(1)} ms before, ${preview.p95.toFixed(1)} ms during the preview, ${run.p95.toFixed(1)} ms during the import, ${undo.p95.toFixed(1)} ms while it is undone.`;
  return {
    text,
    goals: [
      { text: 'Import: preview of 5,000 rows, seconds', wanted: 3, figure: (preview.seconds * 5_000) / rows },
      { text: 'Import: 5,000 rows, seconds', wanted: 15, figure: (run.seconds * 5_000) / rows },
      { text: 'Import: memory, MB more', wanted: 150, figure: more },
      { text: 'Preview: page of another organization, p95 ÷ before', wanted: 2, figure: preview.p95 / quiet.p95 },
      { text: 'Import: page of another organization, p95 ÷ before', wanted: 2, figure: run.p95 / quiet.p95 },
    ],
  };
};

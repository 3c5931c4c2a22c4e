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

interface Body {
  readonly type: string;
  readonly text: string;
}

const customersFile = (rows: number): string =>
  `No,Name,Street,Town,ZIP,Phone,Email\n${Array.from({ length: rows }, (_, row) => `N${row},Imported ${row},${row} County Rd,Town ${row % 50},${10_000 + row},507-${row},c${row}@example.com\n`).join('')}`;

const two = (value: number): string => String(value).padStart(2, '0');

/** Work of a season for 180 customers that nobody has yet, as are the services and drivers; no two rows say the same. */
const workFile = (rows: number): string =>
  `Date,Customer,Service,Operators,Hours,Notes\n${Array.from({ length: rows }, (_, row) => `2024-${two(1 + (row % 12))}-${two(1 + (row % 28))},Past ${row % 180},Past service ${row % 8},Driver Number${row % 12},${1 + (row % 9)}.5,Ticket ${row}\n`).join('')}`;

const ask = async <T>(url: string, headers: Headers, method: BenchRequest['method'] = 'GET', body?: Body): Promise<T> => {
  const { hostname, port, pathname, search } = new URL(url);
  const answer = await send(`http://${hostname}:${port}`, agent, {
    method,
    path: pathname + search,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': body.type }) },
    ...(body === undefined ? {} : { body: body.text }),
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
  readonly unknownNames: readonly { readonly key: string }[];
}

interface Measured {
  readonly organizationId: number;
  readonly headers: Headers;
  readonly other: { readonly id: number; readonly headers: Headers };
  readonly rows: number;
}

/** A file, read, imported and undone, while somebody of another organization works on. */
const measureFile = async (
  program: RunningProgram,
  { organizationId, headers, other, rows }: Measured,
  { kind, says, file }: { readonly kind: 'customers' | 'jobEntries'; readonly says: string; readonly file: string },
): Promise<Found> => {
  const path = `${program.origin}/api/organizations/${organizationId}/imports`;
  const bystander = () => ask(`${program.origin}/api/organizations/${other.id}/job-entries?limit=50`, other.headers);
  const quiet = await watched(program, bystander, () => sleep(QUIET_MS));
  const preview = await watched(program, bystander, () =>
    ask<Imported>(`${path}?kind=${kind}&fileName=bench.csv`, headers, 'POST', { type: 'application/octet-stream', text: file }),
  );
  const { id, unknownNames } = preview.result;
  if (unknownNames.length > 0) {
    const names = Object.fromEntries(unknownNames.map(({ key }) => [key, true]));
    await ask(`${path}/${id}`, headers, 'PATCH', { type: 'application/json', text: JSON.stringify({ names }) });
  }
  const run = await watched(program, bystander, async () => {
    for (;;) {
      const now = await ask<Imported>(`${path}/${id}/run`, headers, 'POST');
      if (now.state === 'done') {
        return now.written;
      }
    }
  });
  const undo = await watched(program, bystander, () => ask(`${path}/${id}/undo`, headers, 'POST'));
  const more = Math.max(preview.mostMb, run.mostMb, undo.mostMb) - quiet.mostMb;
  const text = `${rows} ${says}: preview ${preview.seconds.toFixed(1)} s, import ${run.seconds.toFixed(1)} s (${run.result} written), undone ${undo.seconds.toFixed(1)} s; the server's memory grew by ${Math.round(more)} MB. A page of another organization, p95: ${quiet.p95.toFixed(1)} ms before, ${preview.p95.toFixed(1)} ms during the preview, ${run.p95.toFixed(1)} ms during the import, ${undo.p95.toFixed(1)} ms while it is undone.`;
  return {
    text,
    goals: [
      { text: `Import of ${says}: preview of 5,000 rows, seconds`, wanted: 3, figure: (preview.seconds * 5_000) / rows },
      { text: `Import of ${says}: 5,000 rows, seconds`, wanted: 15, figure: (run.seconds * 5_000) / rows },
      { text: `Import of ${says}: memory, MB more`, wanted: 150, figure: more },
      { text: `Preview of ${says}: page of another organization, p95 ÷ before`, wanted: 2, figure: preview.p95 / quiet.p95 },
      { text: `Import of ${says}: page of another organization, p95 ÷ before`, wanted: 2, figure: run.p95 / quiet.p95 },
    ],
  };
};

/** A file of customers and one of past work. */
export const measureImport = async (program: RunningProgram, measured: Measured): Promise<Found> => {
  const customers = await measureFile(program, measured, { kind: 'customers', says: 'customers', file: customersFile(measured.rows) });
  const work = await measureFile(program, measured, { kind: 'jobEntries', says: 'past entries', file: workFile(measured.rows) });
  return { text: `${customers.text}\n\n${work.text}`, goals: [...customers.goals, ...work.goals] };
};

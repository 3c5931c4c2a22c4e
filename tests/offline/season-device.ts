import { createEngine } from '#client/offline/engine/engine.ts';
import type { Answer, Clock, WireRequest } from '#client/offline/engine/ports.ts';
import { keepChange } from '#client/offline/local/own-changes.ts';
import { deliverWith } from '../sim/batches.ts';
import { memoryDatabase, memoryStorage, rowsOf } from '../sim/memory-storage.ts';
import { ModelServer } from '../sim/model-server.ts';
import { furnishServer } from '../sim/scene.ts';
import { onlinePorts } from './device-core.ts';

const USER = 1;
/** The organization that the device shows. */
export const ORG = 1;

interface Way {
  /** What the device gets instead of the server's answer to a request, or to one write of a batch; undefined: that answer. */
  readonly instead: (request: WireRequest, ask: () => Answer) => Answer | undefined;
  readonly sleep?: Clock['sleep'];
}

/** The device of a boss who has read everything of a furnished server; `clock.now` is the time of both. */
export const openSeasonDevice = async ({ instead, sleep }: Way) => {
  const clock = { now: Date.UTC(2025, 5, 14, 6) };
  const now = (): number => clock.now;
  const server = new ModelServer(now);
  furnishServer(server);
  server.sessions.set('token', USER);
  const db = memoryDatabase();
  const handle = (request: WireRequest): Answer => server.handle(request, 'token');
  const ports = onlinePorts(memoryStorage(db), now, (request) =>
    deliverWith(
      request,
      async (rest) => handle(rest),
      (one) => instead(one, () => handle(one)),
    ),
  );
  const engine = createEngine(sleep === undefined ? ports : { ...ports, clock: { ...ports.clock, sleep } });
  await engine.signedIn(USER);
  engine.watch(ORG);
  await engine.pull(ORG);
  const log = (notes: string, jobId = 7) =>
    keepChange(engine, {
      operation: 'create',
      store: 'jobEntries',
      orgId: ORG,
      jobId,
      data: { serviceTypeId: 4, date: '2025-06-16', notes, totalHours: 1 },
    });
  const rows = (store: Parameters<typeof rowsOf>[1]) => rowsOf(db, store);
  const queue = () => rowsOf(db, 'syncQueue').toSorted((a, b) => a.seq - b.seq);
  return { engine, server, clock, log, rows, queue };
};

import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '#server/db/database.ts';

type Work = (db: Database) => Promise<void>;

/** Keeps work that is to be done when the request was answered: whoever measures the answer learns nothing of it. */
export type Later = (request: FastifyRequest, work: Work) => void;

/** What is kept is done on a connection of its own; what goes wrong is logged. The program ends after it. */
export const registerLater = (app: FastifyInstance, db: Database): Later => {
  const kept = new WeakMap<FastifyRequest, Work[]>();
  const running = new Set<Promise<void>>();
  app.addHook('onResponse', async (request) => {
    for (const work of kept.get(request) ?? []) {
      // Not even in the same turn: the answer leaves first.
      const run: Promise<void> = setImmediate()
        .then(() => work(db))
        .catch((error: unknown) => request.log.error(error, 'work after an answer failed'))
        .finally(() => running.delete(run));
      running.add(run);
    }
  });
  app.addHook('onClose', async () => {
    await Promise.all(running);
  });
  return (request, work) => {
    kept.set(request, [...(kept.get(request) ?? []), work]);
  };
};

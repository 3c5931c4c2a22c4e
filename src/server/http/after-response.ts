import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ofRequest } from '#server/http/of-request.ts';
import type { Database } from '#server/db/database.ts';

type Work = (db: Database) => Promise<void>;

/** Queues work to be done after the request was answered, so that response times reveal nothing about it. */
export type AfterResponse = (request: FastifyRequest, work: Work) => void;

/** Queued work runs on a connection of its own; failures are logged. The program ends after it. */
export const registerAfterResponse = (app: FastifyInstance, db: Database): AfterResponse => {
  const kept = ofRequest<Work[]>('after');
  const running = new Set<Promise<void>>();
  app.addHook('onResponse', async (request) => {
    for (const work of kept.get(request) ?? []) {
      // Not even in the same tick: the answer leaves first.
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
